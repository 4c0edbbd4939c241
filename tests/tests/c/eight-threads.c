// expect: safe --timeout 5
// Eight threads of a fixed number: proved as any number of them.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside;

void *worker(void *argument)
{
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&lock);
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    return 0;
}
