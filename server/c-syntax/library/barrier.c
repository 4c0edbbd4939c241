/* POSIX barriers: the last thread that arrives wakes all others. */
#include <string.h>
#include <boolprog/thread.h>

int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict attributes, unsigned count)
{
    if (count == 0)
        return EINVAL;
    __boolprog_begin();
    __boolprog_check_new(b, "barrier");
    memset(&b->__data, 0, sizeof b->__data);
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
    __boolprog_begin();
    __boolprog_check_usable(b, "barrier");
    require(b->__data.__count > 0, "The barrier was not initialised (POSIX: undefined).");
    int is_last = b->__data.__arrived + 1 == b->__data.__count;
    if (is_last) {
        b->__data.__arrived = 0;
        __boolprog_wake(b, 1);
    } else {
        b->__data.__arrived++;
        __boolprog_sleep(b);
    }
    __boolprog_end();
    if (is_last)
        return PTHREAD_BARRIER_SERIAL_THREAD;
    __boolprog_observe_wait("barrier", b);
    __boolprog_begin();
    __boolprog_await(!__boolprog_sleeps(b));
    __boolprog_end();
    return 0;
}
