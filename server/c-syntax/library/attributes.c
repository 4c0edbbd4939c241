/* Attributes of POSIX threads and their objects. Those that mean nothing to the machine are accepted. */
#include <string.h>
#include <boolprog/thread.h>

int pthread_attr_init(pthread_attr_t *a)
{
    memset(&a->__data, 0, sizeof a->__data);
    a->__data.__stack_size = 8 << 20;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *a)
{
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *a, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    a->__data.__detached = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state)
{
    *state = a->__data.__detached;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *a, size_t size)
{
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    a->__data.__stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *size)
{
    *size = a->__data.__stack_size;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *a, size_t size)
{
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *a, int scope)
{
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit)
{
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy)
{
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *parameters)
{
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *a)
{
    a->__kind = PTHREAD_MUTEX_DEFAULT;
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
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *a, int *shared)
{
    *shared = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol)
{
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust)
{
    if (robust != PTHREAD_MUTEX_STALLED)
        __boolprog_unsupported("Robust mutexes are not known.");
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *a)
{
    a->__clock = CLOCK_REALTIME;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *a)
{
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock)
{
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
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *a)
{
    a->__kind = 0;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a)
{
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared)
{
    return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind)
{
    a->__kind = kind;
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
    return 0;
}
