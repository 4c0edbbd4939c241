/* POSIX condition variables: a list of those who wait. */
#include <string.h>
#include <boolprog/thread.h>

int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attributes)
{
    __boolprog_begin();
    __boolprog_check_new(c, "condition variable");
    memset(c, 0, sizeof *c);
    c->__data.__state = __BOOLPROG_INITIALISED;
    __boolprog_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
    __boolprog_begin();
    __boolprog_check_usable(c, "condition variable");
    require(c->__data.__waiters == NULL, "The condition variable is destroyed while a thread waits for it (POSIX: undefined).");
    c->__data.__state = __BOOLPROG_DESTROYED;
    __boolprog_end();
    return 0;
}

/* In one step, the thread begins to wait and the mutex is free. */
static void begin_to_wait(pthread_cond_t *c, pthread_mutex_t *m, struct __boolprog_waiter *me)
{
    __boolprog_check_usable(c, "condition variable");
    __boolprog_check_usable(m, "mutex");
    require(m->__data.__lock && m->__data.__owner == OWNER(),
            "The thread waits with a mutex that it does not hold (POSIX: undefined).");
    require(m->__data.__count == 1, "The thread waits with a mutex that it holds more than once: nobody else can take it.");
    require(c->__data.__waiters == NULL || c->__data.__mutex == m,
            "Threads wait for one condition variable with two mutexes (POSIX: undefined).");
    me->next = c->__data.__waiters;
    c->__data.__waiters = me;
    c->__data.__mutex = m;
    m->__data.__users++;
    m->__data.__lock = 0;
}

/* In one step, the thread has the mutex again, and waits no longer. */
static void end_to_wait(pthread_cond_t *c, pthread_mutex_t *m, struct __boolprog_waiter *me)
{
    m->__data.__users--;
    m->__data.__lock = 1;
    m->__data.__owner = OWNER();
    m->__data.__count = 1;
    if (me->woken)
        return;
    struct __boolprog_waiter **link = &c->__data.__waiters;
    while (*link != me)
        link = &(*link)->next;
    *link = me->next;
}

static int wait(pthread_cond_t *c, pthread_mutex_t *m, unsigned long long until, int has_limit)
{
    struct __boolprog_thread *self = __boolprog_thread();
    struct __boolprog_waiter me = {0, NULL};
    pthread_testcancel();
    __boolprog_begin();
    begin_to_wait(c, m, &me);
    __boolprog_end();
    int is_spurious = __boolprog_spurious();
    __boolprog_observe_wait("condition variable", c);
    __boolprog_begin();
    __boolprog_await(!m->__data.__lock
                     && (me.woken || is_spurious || __boolprog_is_cancelled(self) || (has_limit && __boolprog_passed(until))));
    end_to_wait(c, m, &me);
    __boolprog_end();
    if (me.woken || is_spurious)
        return 0;
    pthread_testcancel();
    return ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
    return wait(c, m, 0, 0);
}

int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
    return __boolprog_is_time(until) ? wait(c, m, __boolprog_time(until), 1) : EINVAL;
}

int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                           const struct timespec *restrict until)
{
    return pthread_cond_timedwait(c, m, until);
}

/* Any one of those who wait is woken. */
int pthread_cond_signal(pthread_cond_t *c)
{
    __boolprog_begin();
    __boolprog_check_usable(c, "condition variable");
    int number = 0;
    for (struct __boolprog_waiter *w = c->__data.__waiters; w != NULL; w = w->next)
        number++;
    if (number > 0) {
        struct __boolprog_waiter **link = &c->__data.__waiters;
        for (int which = number == 1 ? 0 : (int)__boolprog_choose(0, number - 1); which > 0; which--)
            link = &(*link)->next;
        struct __boolprog_waiter *chosen = *link;
        *link = chosen->next;
        chosen->woken = 1;
    }
    __boolprog_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
    __boolprog_begin();
    __boolprog_check_usable(c, "condition variable");
    struct __boolprog_waiter *w = c->__data.__waiters;
    c->__data.__waiters = NULL;
    while (w != NULL) {
        struct __boolprog_waiter *next = w->next;
        w->woken = 1;
        w = next;
    }
    __boolprog_end();
    return 0;
}
