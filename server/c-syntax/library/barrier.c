/* POSIX barriers: the last thread that arrives wakes all others. */
#include <string.h>
#include <boolprog/thread.h>

int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict attributes, unsigned count)
{
    if (count == 0)
        return EINVAL;
    __boolprog_begin();
    __boolprog_check_new(b, "barrier");
    memset(b, 0, sizeof *b);
    b->__data.__count = count;
    b->__data.__state = __BOOLPROG_INITIALISED;
    __boolprog_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
    __boolprog_begin();
    __boolprog_check_usable(b, "barrier");
    require(b->__data.__arrived == 0, "The barrier is destroyed while a thread waits at it (POSIX: undefined).");
    b->__data.__state = __BOOLPROG_DESTROYED;
    __boolprog_end();
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
    struct __boolprog_waiter me = {0, NULL};
    __boolprog_begin();
    __boolprog_check_usable(b, "barrier");
    require(b->__data.__count > 0, "The barrier was not initialised (POSIX: undefined).");
    int is_last = b->__data.__arrived + 1 == b->__data.__count;
    if (is_last) {
        for (struct __boolprog_waiter *w = b->__data.__waiters; w != NULL;) {
            struct __boolprog_waiter *next = w->next;
            w->woken = 1;
            w = next;
        }
        b->__data.__waiters = NULL;
        b->__data.__arrived = 0;
    } else {
        me.next = b->__data.__waiters;
        b->__data.__waiters = &me;
        b->__data.__arrived++;
    }
    __boolprog_end();
    if (is_last)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    __boolprog_observe_wait("barrier", b);
    __boolprog_begin();
    __boolprog_await(me.woken);
    __boolprog_end();
    return 0;
}
