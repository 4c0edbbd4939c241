// kinds: race uninitialised
// runs: 60
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused)
{
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, count, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(counter == 3);
    return 0;
}
