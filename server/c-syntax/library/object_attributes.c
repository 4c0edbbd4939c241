/* Attributes of POSIX mutexes, condition variables, locks and barriers. Those that mean nothing to the machine are kept. */
#include <string.h>
#include <boolprog/thread.h>

int pthread_mutexattr_init(pthread_mutexattr_t *a)
{
    memset(a, 0, sizeof *a);
    a->__ceiling = 1;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a)
{
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind)
{
    if (kind < PTHREAD_MUTEX_TIMED_NP || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    a->__kind = kind;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *kind)
{
    *kind = a->__kind;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__shared = shared;
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *a, int *shared)
{
    *shared = a->__shared;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol)
{
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    a->__protocol = protocol;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *a, int *protocol)
{
    *protocol = a->__protocol;
    return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *a, int ceiling)
{
    if (ceiling < sched_get_priority_min(SCHED_FIFO) || ceiling > sched_get_priority_max(SCHED_FIFO))
        return EINVAL;
    a->__ceiling = ceiling;
    return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *a, int *ceiling)
{
    *ceiling = a->__ceiling;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust)
{
    if (robust != PTHREAD_MUTEX_STALLED)
        __boolprog_unsupported("Robust mutexes are not known.");
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *robust)
{
    *robust = PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *a)
{
    memset(a, 0, sizeof *a);
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *a)
{
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return EINVAL;
    a->__clock = clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *restrict a, clockid_t *restrict clock)
{
    *clock = a->__clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__shared = shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *a, int *shared)
{
    *shared = a->__shared;
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *a)
{
    memset(a, 0, sizeof *a);
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a)
{
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *a, int *shared)
{
    *shared = a->__shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind)
{
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    a->__kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind)
{
    *kind = a->__kind;
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *a)
{
    a->__shared = 0;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *a)
{
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    a->__shared = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *a, int *shared)
{
    *shared = a->__shared;
    return 0;
}
