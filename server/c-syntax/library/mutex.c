/* POSIX mutexes. The word that a thread keeps for a mutex is the number of times that it has it. */
#include <limits.h>
#include <boolprog/thread.h>

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    int kind = attributes == NULL ? PTHREAD_MUTEX_DEFAULT : attributes->__kind;
    int has_ceiling = attributes != NULL && attributes->__protocol == PTHREAD_PRIO_PROTECT;
    int ceiling = has_ceiling ? attributes->__ceiling : 0;
    __boolprog_begin();
    __boolprog_check_new(m, "mutex");
    require(!__boolprog_written(&m->__data.__state, sizeof(int)) || !m->__data.__lock,
            "The mutex is initialised while it is locked (POSIX: undefined).");
    m->__data.__lock = 0;
    m->__data.__users = 0;
    m->__data.__kind = kind;
    m->__data.__ceiling = ceiling;
    m->__data.__state = __BOOLPROG_INITIALISED;
    __boolprog_end();
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
    __boolprog_begin();
    __boolprog_check_usable(m, "mutex");
    require(!m->__data.__lock, "The mutex is destroyed while it is locked (POSIX: undefined).");
    require(!m->__data.__users, "The mutex is destroyed while a thread waits in a condition variable for it (POSIX: undefined).");
    m->__data.__state = __BOOLPROG_DESTROYED;
    __boolprog_end();
    return 0;
}

/* Takes a mutex that is free, or tells what its kind says about one that the thread has already. In a section. */
static int take(pthread_mutex_t *m)
{
    __boolprog_check_usable(m, "mutex");
    if (!m->__data.__lock) {
        m->__data.__lock = 1;
        __boolprog_set_own(m, 1);
        return 0;
    }
    if (m->__data.__kind != PTHREAD_MUTEX_RECURSIVE)
        return EDEADLK;
    long own = __boolprog_own(m);
    if (own == INT_MAX)
        return EAGAIN;
    __boolprog_set_own(m, own + 1);
    return 0;
}

/* True if a call need not wait: the mutex is free, or its kind has an answer for the thread that has it. */
#define can_answer(m)                                      \
    (!(m)->__data.__lock                                   \
     || (((m)->__data.__kind == PTHREAD_MUTEX_RECURSIVE    \
          || (m)->__data.__kind == PTHREAD_MUTEX_ERRORCHECK) \
         && __boolprog_own(m) > 0))

int pthread_mutex_lock(pthread_mutex_t *m)
{
    __boolprog_observe_wait("mutex", m);
    __boolprog_begin();
    __boolprog_await(can_answer(m));
    int result = take(m);
    __boolprog_end();
    return result;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
    __boolprog_begin();
    int can_take = !m->__data.__lock || (m->__data.__kind == PTHREAD_MUTEX_RECURSIVE && __boolprog_own(m) > 0);
    int result = can_take ? take(m) : EBUSY;
    __boolprog_end();
    return result;
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict until)
{
    /* "The validity of the abstime parameter need not be checked if the mutex can be locked immediately." */
    int is_time = __boolprog_is_time(until);
    if (!is_time && __boolprog_choose(0, 1))
        return EINVAL;
    unsigned long long time = __boolprog_time(until);
    __boolprog_observe_wait("mutex", m);
    __boolprog_begin();
    __boolprog_await(can_answer(m) || !is_time || __boolprog_passed(time));
    int result = can_answer(m) ? take(m) : is_time ? ETIMEDOUT : EINVAL;
    __boolprog_end();
    return result;
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
    return pthread_mutex_clocklock(m, CLOCK_REALTIME, until);
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
    int result = 0;
    __boolprog_begin();
    __boolprog_check_usable(m, "mutex");
    long own = __boolprog_own(m);
    if (own > 0) {
        __boolprog_set_own(m, own - 1);
        m->__data.__lock = own > 1;
    } else {
        int has_answer = m->__data.__kind == PTHREAD_MUTEX_RECURSIVE || m->__data.__kind == PTHREAD_MUTEX_ERRORCHECK;
        require(has_answer || m->__data.__lock, "The mutex is unlocked, but is not locked (POSIX: undefined).");
        require(has_answer, "The mutex is unlocked by a thread that does not hold it (POSIX: undefined).");
        result = EPERM;
    }
    __boolprog_end();
    return result;
}

int pthread_mutex_consistent(pthread_mutex_t *m)
{
    return EINVAL;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict m, int *restrict ceiling)
{
    __boolprog_check_usable(m, "mutex");
    if (m->__data.__ceiling == 0)
        return EINVAL;
    *ceiling = m->__data.__ceiling;
    return 0;
}

int pthread_mutex_setprioceiling(pthread_mutex_t *restrict m, int ceiling, int *restrict old)
{
    if (ceiling < sched_get_priority_min(SCHED_FIFO) || ceiling > sched_get_priority_max(SCHED_FIFO))
        return EINVAL;
    int error = pthread_mutex_lock(m);
    if (error != 0)
        return error;
    if (m->__data.__ceiling != 0) {
        if (old != NULL)
            *old = m->__data.__ceiling;
        m->__data.__ceiling = ceiling;
    } else {
        error = EINVAL;
    }
    pthread_mutex_unlock(m);
    return error;
}
