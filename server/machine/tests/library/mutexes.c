// Kinds of mutexes, and read-write and spin locks.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t counted = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *try(void *mutex)
{
    printf("%d\n", pthread_mutex_trylock(mutex) == EBUSY);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&counted);
    pthread_mutex_lock(&counted);
    pthread_mutex_unlock(&counted);
    pthread_create(&thread, NULL, try, &counted);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&counted);
    printf("%d\n", pthread_mutex_unlock(&counted) == EPERM);

    pthread_mutexattr_t attributes;
    pthread_mutex_t checked;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &attributes);
    pthread_mutex_lock(&checked);
    printf("%d\n", pthread_mutex_lock(&checked) == EDEADLK);
    printf("%d\n", pthread_mutex_trylock(&checked) == EBUSY);
    pthread_mutex_unlock(&checked);
    printf("%d\n", pthread_mutex_unlock(&checked) == EPERM);
    pthread_mutex_destroy(&checked);

    pthread_rwlock_t shelf;
    pthread_rwlock_init(&shelf, NULL);
    pthread_rwlock_rdlock(&shelf);
    printf("%d %d\n", pthread_rwlock_tryrdlock(&shelf), pthread_rwlock_trywrlock(&shelf) == EBUSY);
    pthread_rwlock_unlock(&shelf);
    pthread_rwlock_unlock(&shelf);
    pthread_rwlock_wrlock(&shelf);
    printf("%d\n", pthread_rwlock_tryrdlock(&shelf) == EBUSY);
    pthread_rwlock_unlock(&shelf);
    pthread_rwlock_destroy(&shelf);

    pthread_spinlock_t spin;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&spin);
    printf("%d\n", pthread_spin_trylock(&spin) == EBUSY);
    pthread_spin_unlock(&spin);
    pthread_spin_destroy(&spin);
}
