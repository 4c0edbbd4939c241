// Threads: results, conditions, barriers, keys, once.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 3 };

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t start = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t meeting;
static pthread_key_t key;
static sem_t done;
static int may_start, sum, destroyed;

static void greet(void)
{
    puts("once");
}

static void destroy(void *value)
{
    pthread_mutex_lock(&gate);
    destroyed += *(int *)value;
    pthread_mutex_unlock(&gate);
    free(value);
}

static void *work(void *argument)
{
    int number = *(int *)argument;
    pthread_once(&once, greet);
    int *own = malloc(sizeof *own);
    *own = number;
    pthread_setspecific(key, own);
    pthread_mutex_lock(&gate);
    while (!may_start)
        pthread_cond_wait(&start, &gate);
    sum += number;
    pthread_mutex_unlock(&gate);
    if (pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD)
        sem_post(&done);
    assert(pthread_getspecific(key) == own);
    if (number == 2)
        pthread_exit(&sum);
    return argument;
}

int main(void)
{
    pthread_t threads[WORKERS];
    int numbers[WORKERS] = {1, 2, 3};
    pthread_key_create(&key, destroy);
    pthread_barrier_init(&meeting, NULL, WORKERS);
    sem_init(&done, 0, 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    pthread_mutex_lock(&gate);
    may_start = 1;
    pthread_cond_broadcast(&start);
    pthread_mutex_unlock(&gate);
    sem_wait(&done);
    for (int i = 0; i < WORKERS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("%d\n", *(int *)result);
    }
    printf("%d %d\n", sum, destroyed);
    pthread_barrier_destroy(&meeting);
    sem_destroy(&done);
    printf("%d\n", pthread_join(pthread_self(), NULL) != 0);
}
