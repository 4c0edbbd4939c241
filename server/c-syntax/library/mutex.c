/* POSIX mutexes. */
#include <string.h>
#include <boolprog/thread.h>

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    int kind = attributes == NULL ? PTHREAD_MUTEX_DEFAULT : attributes->__kind;
    __boolprog_begin();
    __boolprog_check_new(m, "mutex");
    memset(m, 0, sizeof *m);
    m->__data.__kind = kind;
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

static int is_mine(const pthread_mutex_t *m)
{
    return m->__data.__lock && m->__data.__owner == OWNER();
}

/* Takes a mutex that is free, or tells what its kind says about one that the thread has already. In a section. */
static int take(pthread_mutex_t *m)
{
    __boolprog_check_usable(m, "mutex");
    if (is_mine(m)) {
        if (m->__data.__kind != PTHREAD_MUTEX_RECURSIVE)
            return EDEADLK;
        if (m->__data.__count == -1u)
            return EAGAIN;
        m->__data.__count++;
        return 0;
    }
    m->__data.__lock = 1;
    m->__data.__owner = OWNER();
    m->__data.__count = 1;
    return 0;
}

/* Whether a call need not wait: the mutex is free, or its kind has an answer for the thread that has it. */
#define can_answer(m)                                       \
    (!(m)->__data.__lock                                    \
     || ((m)->__data.__owner == OWNER()                     \
         && ((m)->__data.__kind == PTHREAD_MUTEX_RECURSIVE  \
             || (m)->__data.__kind == PTHREAD_MUTEX_ERRORCHECK)))

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
    int can_take = !m->__data.__lock || (m->__data.__kind == PTHREAD_MUTEX_RECURSIVE && is_mine(m));
    int result = can_take ? take(m) : EBUSY;
    __boolprog_end();
    return result;
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict until)
{
    if (!__boolprog_is_time(until))
        return EINVAL;
    unsigned long long time = __boolprog_time(until);
    __boolprog_observe_wait("mutex", m);
    __boolprog_begin();
    __boolprog_await(can_answer(m) || __boolprog_passed(time));
    int result = can_answer(m) ? take(m) : ETIMEDOUT;
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
    if (is_mine(m)) {
        m->__data.__count--;
        m->__data.__lock = m->__data.__count != 0;
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
