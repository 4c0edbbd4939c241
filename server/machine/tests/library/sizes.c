// The types have the sizes of the GNU library, and the kind of a mutex lies where its initialisers have it.
#define _GNU_SOURCE 1
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define SIZE(type, large, small) _Static_assert(sizeof(type) == (sizeof(long) == 8 ? (large) : (small)), #type)
SIZE(pthread_t, 8, 4);
SIZE(pthread_attr_t, 56, 36);
SIZE(pthread_mutex_t, 40, 24);
SIZE(pthread_mutexattr_t, 4, 4);
SIZE(pthread_cond_t, 48, 48);
SIZE(pthread_condattr_t, 4, 4);
SIZE(pthread_rwlock_t, 56, 32);
SIZE(pthread_rwlockattr_t, 8, 8);
SIZE(pthread_barrier_t, 32, 20);
SIZE(pthread_barrierattr_t, 4, 4);
SIZE(pthread_spinlock_t, 4, 4);
SIZE(pthread_once_t, 4, 4);
SIZE(pthread_key_t, 4, 4);
SIZE(sem_t, 32, 16);
_Static_assert(offsetof(pthread_mutex_t, __data.__kind) == (sizeof(long) == 8 ? 16 : 12), "kind");

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int main(void)
{
    return pthread_mutex_lock(&recursive) || pthread_mutex_lock(&recursive) || pthread_mutex_unlock(&recursive)
           || pthread_mutex_unlock(&recursive) || pthread_mutex_unlock(&recursive) != EPERM;
}
