/* POSIX threads: creating, joining, detaching, ending. */
#include <stdlib.h>
#include <string.h>
#include <boolprog/thread.h>

_Thread_local struct __boolprog_thread __boolprog_thread;

static void check_exists(pthread_t id)
{
    require(__boolprog_ended(id) >= 0, "There is no thread with this identifier (POSIX: undefined).");
}

/* Number of threads that have not come to their end, which only a translation counts. */
static unsigned long alive = 1;

static void count_thread(void)
{
    alive++;
}

int __boolprog_count_down(void)
{
    __boolprog_begin();
    int is_last = --alive == 0;
    __boolprog_end();
    return is_last;
}

/* The last thread ends the process "as if the implementation called exit() with a zero argument" (POSIX, pthread_exit). */
static void leave(void)
{
    if (__boolprog_is_last())
        exit(0);
}

static void *run(void *(*start)(void *), void *argument)
{
    void *result = start(argument);
    __boolprog_destroy_values();
    leave();
    return result;
}

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument)
{
    int is_detached = attributes != NULL && attributes->__data.__detached;
    int is_late = __boolprog_is_late(id);
    __boolprog_begin();
    pthread_t created = __boolprog_create(run, start, argument);
    if (created != 0) {
        count_thread();
        __boolprog_set_mark(created, __BOOLPROG_DETACHED, is_detached);
        if (!is_late)
            *id = created;
    }
    __boolprog_end();
    if (created != 0 && is_late)
        *id = created;
    return created != 0 ? 0 : EAGAIN;
}

static void check_joinable(pthread_t id)
{
    require(!__boolprog_mark(id, __BOOLPROG_JOINED), "The thread was joined before (POSIX: undefined).");
    require(!__boolprog_mark(id, __BOOLPROG_DETACHED), "The thread is detached, and cannot be joined (POSIX: undefined).");
}

static int join(pthread_t id, void **result, unsigned long long until, int has_limit)
{
    check_exists(id);
    if (id == __boolprog_self())
        return EDEADLK;
    check_joinable(id);
    __boolprog_observe_wait("the end of", (void *)id);
    __boolprog_begin();
    __boolprog_await(__boolprog_ended(id) || __boolprog_is_cancelled() || (has_limit && __boolprog_passed(until)));
    check_joinable(id);
    int has_ended = __boolprog_ended(id);
    void *value = has_ended ? __boolprog_result(id) : NULL;
    __boolprog_set_mark(id, __BOOLPROG_JOINED, has_ended);
    __boolprog_end();
    if (!has_ended) {
        pthread_testcancel();
        return until == 0 ? EBUSY : ETIMEDOUT;
    }
    if (result != NULL)
        *result = value;
    return 0;
}

int pthread_join(pthread_t id, void **result)
{
    return join(id, result, 0, 0);
}

int pthread_tryjoin_np(pthread_t id, void **result)
{
    return join(id, result, 0, 1);
}

int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *until)
{
    return join(id, result, __boolprog_time(until), 1);
}

int pthread_clockjoin_np(pthread_t id, void **result, clockid_t clock, const struct timespec *until)
{
    return pthread_timedjoin_np(id, result, until);
}

int pthread_detach(pthread_t id)
{
    check_exists(id);
    __boolprog_begin();
    require(!__boolprog_mark(id, __BOOLPROG_JOINED),
            "The thread was joined before, and cannot be detached (POSIX: undefined).");
    require(!__boolprog_mark(id, __BOOLPROG_DETACHED), "The thread was detached before (POSIX: undefined).");
    __boolprog_set_mark(id, __BOOLPROG_DETACHED, 1);
    __boolprog_end();
    return 0;
}

_Noreturn void pthread_exit(void *result)
{
    if (__boolprog_thread.jumps > 0)
        __boolprog_unsupported("Jumps to cleanup handlers are not known: include <pthread.h> of the machine.");
    while (__boolprog_thread.cleanup != NULL)
        _pthread_cleanup_pop(__boolprog_thread.cleanup, 1);
    __boolprog_destroy_values();
    leave();
    __boolprog_finish(result);
}

pthread_t pthread_self(void)
{
    return __boolprog_self();
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

int pthread_cancel(pthread_t id)
{
    check_exists(id);
    __boolprog_begin();
    require(!__boolprog_mark(id, __BOOLPROG_JOINED),
            "The thread was joined before, and cannot be cancelled (POSIX: undefined).");
    __boolprog_set_mark(id, __BOOLPROG_CANCELLED, 1);
    __boolprog_end();
    return 0;
}

int pthread_kill(pthread_t id, int signal)
{
    check_exists(id);
    if (signal != 0)
        __boolprog_unsupported("Signals are not sent between threads: pthread_kill takes 0 only.");
    return 0;
}

int pthread_setname_np(pthread_t id, const char *name)
{
    check_exists(id);
    return strlen(name) < 16 ? 0 : ERANGE;
}

int pthread_getname_np(pthread_t id, char *name, size_t size)
{
    check_exists(id);
    if (size == 0)
        return ERANGE;
    *name = 0;
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    return 0;
}

int pthread_yield(void)
{
    return sched_yield();
}

static int concurrency;

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return EINVAL;
    __boolprog_begin();
    concurrency = level;
    __boolprog_end();
    return 0;
}

int pthread_getconcurrency(void)
{
    __boolprog_begin();
    int level = concurrency;
    __boolprog_end();
    return level;
}

int pthread_getcpuclockid(pthread_t id, clockid_t *clock)
{
    check_exists(id);
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
