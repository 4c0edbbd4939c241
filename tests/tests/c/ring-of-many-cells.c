// expect: safe
// The index is between two bounds whatever the other threads do: it is a remainder.
#include <assert.h>
#include <pthread.h>

#define SIZE 64

static int items[SIZE];
static unsigned tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *producer(void *argument)
{
    while (1) {
        pthread_mutex_lock(&lock);
        items[tail] = 1;
        tail = (tail + 1) % SIZE;
        assert(tail < SIZE);
        pthread_mutex_unlock(&lock);
    }
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, producer, 0);
}
