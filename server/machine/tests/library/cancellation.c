// Cancellation while threads wait; cleanup handlers, and time.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t empty;

static void tell(void *text)
{
    printf("cleanup %s\n", (char *)text);
}

static void unlock(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void *wait_for_news(void *unused)
{
    pthread_cleanup_push(tell, "outer");
    pthread_mutex_lock(&gate);
    pthread_cleanup_push(unlock, &gate);
    for (;;)
        pthread_cond_wait(&never, &gate);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(0);
    return unused;
}

static void *wait_for_place(void *unused)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    sleep(1);
    pthread_setcancelstate(old, NULL);
    sem_wait(&empty);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, wait_for_news, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("%d\n", result == PTHREAD_CANCELED);
    printf("%d\n", pthread_mutex_trylock(&gate));

    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    printf("%d\n", pthread_cond_timedwait(&never, &gate, &until) == ETIMEDOUT);
    pthread_mutex_unlock(&gate);

    sem_init(&empty, 0, 0);
    pthread_create(&thread, NULL, wait_for_place, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("%d\n", result == PTHREAD_CANCELED);
    until.tv_sec++;
    printf("%d", sem_timedwait(&empty, &until));
    printf(" %d\n", errno == ETIMEDOUT);
}
