/* POSIX condition variables: those who wait are asleep there. */
#include <boolprog/thread.h>

int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attributes)
{
    __boolprog_begin();
    __boolprog_check_new(c, "condition variable");
    c->__data.__mutex = NULL;
    c->__data.__state = __BOOLPROG_INITIALISED;
    __boolprog_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
    __boolprog_begin();
    __boolprog_check_usable(c, "condition variable");
    require(!__boolprog_sleepers(c), "The condition variable is destroyed while a thread waits for it (POSIX: undefined).");
    c->__data.__state = __BOOLPROG_DESTROYED;
    __boolprog_end();
    return 0;
}

/* In one step, the thread begins to wait and the mutex is free. One that the thread has several times stays locked: "the implicit
   unlock may not actually release it" (POSIX, pthread_mutexattr_settype). Gives how often the thread still has it. */
static long begin_to_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    __boolprog_check_usable(c, "condition variable");
    __boolprog_check_usable(m, "mutex");
    long own = __boolprog_own(m);
    require(own > 0, "The thread waits with a mutex that it does not hold (POSIX: undefined).");
    require(!c->__data.__mutex || c->__data.__mutex == m || !__boolprog_sleepers(c),
            "Threads wait for one condition variable with two mutexes (POSIX: undefined).");
    __boolprog_sleep(c);
    c->__data.__mutex = m;
    m->__data.__users++;
    m->__data.__lock = own > 1;
    __boolprog_set_own(m, own - 1);
    return own - 1;
}

static void take_again(pthread_mutex_t *m, long own)
{
    m->__data.__users--;
    m->__data.__lock = 1;
    __boolprog_set_own(m, own + 1);
}

static void lock_again(pthread_mutex_t *m, long own)
{
    __boolprog_observe_wait("mutex", m);
    __boolprog_begin();
    __boolprog_await(own > 0 || !m->__data.__lock);
    take_again(m, own);
    __boolprog_end();
}

/* In one step, a thread that was woken has the mutex again, and waits no longer. One that is cancelled waits no longer a step before
   it has the mutex: a signal in between is lost. */
static int wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    pthread_testcancel();
    __boolprog_begin();
    long own = begin_to_wait(c, m);
    __boolprog_end();
    int is_spurious = __boolprog_spurious();
    __boolprog_observe_wait("condition variable", c);
    __boolprog_begin();
    __boolprog_await(((own > 0 || !m->__data.__lock) && (!__boolprog_sleeps(c) || is_spurious))
                     || (__boolprog_sleeps(c) && __boolprog_is_cancelled()));
    int is_back = (own > 0 || !m->__data.__lock) && (!__boolprog_sleeps(c) || is_spurious);
    __boolprog_rouse(c);
    if (is_back)
        take_again(m, own);
    __boolprog_end();
    if (!is_back) {
        lock_again(m, own);
        pthread_testcancel();
    }
    return 0;
}

/* The end of the wait comes a step before the mutex: after the time is over, another thread may still change what the mutex
   protects. */
static int wait_until(pthread_cond_t *c, pthread_mutex_t *m, unsigned long long until)
{
    pthread_testcancel();
    __boolprog_begin();
    long own = begin_to_wait(c, m);
    __boolprog_end();
    int is_spurious = __boolprog_spurious();
    __boolprog_observe_wait("condition variable", c);
    __boolprog_begin();
    __boolprog_await(!__boolprog_sleeps(c) || is_spurious || __boolprog_is_cancelled() || __boolprog_passed(until));
    int is_woken = !__boolprog_sleeps(c);
    __boolprog_rouse(c);
    __boolprog_end();
    lock_again(m, own);
    if (is_woken || is_spurious)
        return 0;
    pthread_testcancel();
    return ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
    return wait(c, m);
}

int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
    return __boolprog_is_time(until) ? wait_until(c, m, __boolprog_time(until)) : EINVAL;
}

int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                           const struct timespec *restrict until)
{
    return pthread_cond_timedwait(c, m, until);
}

static int wake(pthread_cond_t *c, int all)
{
    __boolprog_begin();
    __boolprog_check_usable(c, "condition variable");
    __boolprog_wake(c, all);
    __boolprog_end();
    return 0;
}

int pthread_cond_signal(pthread_cond_t *c)
{
    return wake(c, 0);
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
    return wake(c, 1);
}
