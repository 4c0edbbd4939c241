// Those who wait are woken one at a time; who has stopped waiting takes no signal.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER, arrival = PTHREAD_COND_INITIALIZER;
static int waiting, woken;

static void *wait_for_change(void *unused)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_signal(&arrival);
    pthread_cond_wait(&change, &mutex);
    waiting--;
    woken++;
    pthread_cond_signal(&arrival);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *give_up(void *unused)
{
    struct timespec past = {0, 0};
    pthread_mutex_lock(&mutex);
    int has_waited = pthread_cond_timedwait(&change, &mutex, &past) == ETIMEDOUT;
    pthread_mutex_unlock(&mutex);
    return has_waited ? unused : NULL;
}

int main(void)
{
    pthread_t threads[3], hasty;
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, wait_for_change, NULL);
    while (waiting < 3)
        pthread_cond_wait(&arrival, &mutex);
    pthread_mutex_unlock(&mutex);

    void *result;
    pthread_create(&hasty, NULL, give_up, &mutex);
    pthread_join(hasty, &result);
    printf("%s\n", result == &mutex ? "gave up" : "was woken");

    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&change);
    while (woken < 1)
        pthread_cond_wait(&arrival, &mutex);
    printf("%d woken, %d waiting\n", woken, waiting);
    pthread_cond_broadcast(&change);
    while (woken < 3)
        pthread_cond_wait(&arrival, &mutex);
    printf("%d woken, %d waiting\n", woken, waiting);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&change);
    pthread_mutex_destroy(&mutex);
    return 0;
}
