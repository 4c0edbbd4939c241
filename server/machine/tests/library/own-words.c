// A lock belongs to the object at its address: a new object there belongs to nobody, and read locks count for each thread.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int use_own_mutex(void)
{
    pthread_mutex_t own;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&own, &kind);
    int is_free = pthread_mutex_unlock(&own) == EPERM;
    return pthread_mutex_lock(&own) == 0 && pthread_mutex_lock(&own) == EDEADLK && is_free;
}

static void *read_twice(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_rdlock(&lock);
    int is_read = pthread_rwlock_trywrlock(&lock) == EBUSY;
    pthread_rwlock_unlock(&lock);
    is_read &= pthread_rwlock_trywrlock(&lock) == EBUSY;
    pthread_rwlock_unlock(&lock);
    return is_read ? unused : NULL;
}

int main(void)
{
    int right = 0;
    for (int i = 0; i < 3; i++)
        right += use_own_mutex();
    printf("%d\n", right);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, read_twice, &lock);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("%d\n", result == &lock);
    }
    printf("%d\n", pthread_rwlock_wrlock(&lock));
    printf("%d\n", pthread_rwlock_wrlock(&lock) == EDEADLK);
    printf("%d\n", pthread_rwlock_unlock(&lock));
    return 0;
}
