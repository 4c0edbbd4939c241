// kinds: race
// runs: 60
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *producer(void *unused)
{
    data = 42;
    ready = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    while (!atomic_load(&ready))
        ;
    assert(data == 42);
    pthread_join(thread, 0);
    return 0;
}
