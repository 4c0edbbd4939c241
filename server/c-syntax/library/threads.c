/* POSIX threads: creating, joining, detaching, ending. */
#include <stdlib.h>
#include <string.h>
#include <boolprog/thread.h>

_Thread_local struct __boolprog_thread __boolprog_thread;

static void check_exists(pthread_t id)
{
    require(__boolprog_ended(id) >= 0, "There is no thread with this identifier (POSIX: undefined).");
}

/* The identifier of a detached thread means it until it ends (POSIX System Interfaces, 2.9.2). */
static void check_lives(pthread_t id)
{
    check_exists(id);
    __boolprog_begin();
    require(!__boolprog_mark(id, __BOOLPROG_DETACHED) || !__boolprog_ended(id),
            "The thread was detached, and has ended: its identifier is used no more (POSIX: undefined).");
    __boolprog_end();
}

/* Number of threads that have not come to their end, which only a translation counts. */
static unsigned long alive = 1;

void __boolprog_count_up(void)
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
void __boolprog_retire(void)
{
    if (__boolprog_is_last())
        exit(0);
}

static void *run(void *(*start)(void *), void *argument)
{
    void *result = start(argument);
    __boolprog_destroy_values();
    __boolprog_retire();
    return result;
}

/* True if the program has created a thread with a policy or a priority of its own. */
static int has_scheduled;

int __boolprog_has_scheduled(void)
{
    __boolprog_begin();
    int has = has_scheduled;
    __boolprog_end();
    return has;
}

static int is_scheduled(const pthread_attr_t *a)
{
    return a->__data.__inherit == PTHREAD_EXPLICIT_SCHED && (a->__data.__policy != SCHED_OTHER || a->__data.__priority != 0);
}

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument)
{
    int is_detached = attributes != NULL && attributes->__data.__detached;
    int schedules = attributes != NULL && is_scheduled(attributes);
    int is_late = __boolprog_is_late(id);
    __boolprog_begin();
    if (schedules)
        has_scheduled = 1;
    pthread_t created = __boolprog_create(run, start, argument);
    if (created != 0) {
        __boolprog_count_up();
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

/* Until a point in time, which does not matter without a limit. The answer is given where the thread has not ended then. */
static int join(pthread_t id, void **result, unsigned long long until, int late)
{
    check_exists(id);
    if (id == __boolprog_self())
        return EDEADLK;
    check_joinable(id);
    __boolprog_observe_wait("the end of", (void *)id);
    __boolprog_begin();
    __boolprog_await(__boolprog_ended(id) || __boolprog_is_cancelled() || (late && __boolprog_passed(until)));
    check_joinable(id);
    int has_ended = __boolprog_ended(id);
    void *value = has_ended ? __boolprog_result(id) : NULL;
    __boolprog_set_mark(id, __BOOLPROG_JOINED, has_ended);
    __boolprog_end();
    if (!has_ended) {
        pthread_testcancel();
        return late;
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
    return join(id, result, 0, EBUSY);
}

int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *until)
{
    return join(id, result, __boolprog_time(until), ETIMEDOUT);
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
    __boolprog_retire();
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
    check_lives(id);
    __boolprog_begin();
    require(!__boolprog_mark(id, __BOOLPROG_JOINED),
            "The thread was joined before, and cannot be cancelled (POSIX: undefined).");
    __boolprog_set_mark(id, __BOOLPROG_CANCELLED, 1);
    __boolprog_end();
    return 0;
}

int pthread_kill(pthread_t id, int signal)
{
    check_lives(id);
    if (signal != 0)
        __boolprog_unsupported("Signals are not sent between threads: pthread_kill takes 0 only.");
    return 0;
}

/* The size of the name of a thread, with the zero byte at its end (Linux). */
enum { NAME = 16 };

/* True if the program has named a thread. */
static int has_named;

void __boolprog_name_thread(void)
{
    __boolprog_begin();
    has_named = 1;
    __boolprog_end();
}

int pthread_sigqueue(pthread_t id, int signal, const union sigval value)
{
    return pthread_kill(id, signal);
}

int pthread_setname_np(pthread_t id, const char *name)
{
    check_lives(id);
    if (strlen(name) >= NAME)
        return ERANGE;
    __boolprog_name_thread();
    return 0;
}

/* The name of a thread that the program has not named is that of the program, which is open. */
int pthread_getname_np(pthread_t id, char *name, size_t size)
{
    check_lives(id);
    if (size < NAME)
        return ERANGE;
    __boolprog_begin();
    int is_doubtful = has_named;
    __boolprog_end();
    if (is_doubtful)
        __boolprog_doubt("a thread has another name than the program gave it");
    __boolprog_supply(name, NAME - 1, NAME - 1);
    name[NAME - 1] = 0;
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
    check_lives(id);
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
