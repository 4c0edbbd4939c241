// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t may_end;

static void *work(void *argument)
{
    (void)argument;
    sem_wait(&may_end);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    struct timespec past = {0, 0};
    sem_init(&may_end, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_timedjoin_np(thread, NULL, &past) == ETIMEDOUT);
    assert(pthread_tryjoin_np(thread, NULL) == EBUSY);
    sem_post(&may_end);
    pthread_join(thread, NULL);
    return 0;
}
