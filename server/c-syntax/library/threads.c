/* POSIX threads: creating, joining, detaching, ending. */
#include <stdlib.h>
#include <string.h>
#include <boolprog/thread.h>

/* Makes what the library knows about a thread, unless it is there. */
static struct __boolprog_thread *data_of(pthread_t id)
{
    struct __boolprog_thread *thread = __boolprog_data(id);
    if (thread == NULL) {
        thread = calloc(1, sizeof *thread);
        __boolprog_set_data(id, thread);
    }
    return thread;
}

static struct __boolprog_thread *thread_of(pthread_t id)
{
    require(__boolprog_ended(id) >= 0, "There is no thread with this identifier (POSIX: undefined).");
    return data_of(id);
}

struct __boolprog_thread *__boolprog_thread(void)
{
    return data_of(__boolprog_self());
}

static void *run(void *data)
{
    struct __boolprog_thread *self = data;
    void *result = self->start(self->argument);
    __boolprog_destroy_values(self);
    return result;
}

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument)
{
    struct __boolprog_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL)
        return EAGAIN;
    thread->start = start;
    thread->argument = argument;
    thread->detached = attributes != NULL && attributes->__data.__detached;
    __boolprog_begin();
    *id = __boolprog_create(run, thread);
    __boolprog_set_data(*id, thread);
    __boolprog_end();
    return 0;
}

static int join(pthread_t id, void **result, unsigned long long until, int has_limit)
{
    struct __boolprog_thread *self = __boolprog_thread();
    struct __boolprog_thread *thread = thread_of(id);
    if (thread == self)
        return EDEADLK;
    __boolprog_observe_wait("the end of", (void *)id);
    __boolprog_begin();
    __boolprog_await(__boolprog_ended(id) || thread->joined || thread->detached || __boolprog_is_cancelled(self)
                     || (has_limit && __boolprog_passed(until)));
    require(!thread->joined, "The thread was joined before (POSIX: undefined).");
    require(!thread->detached, "The thread is detached, and cannot be joined (POSIX: undefined).");
    int has_ended = __boolprog_ended(id);
    void *value = has_ended ? __boolprog_result(id) : NULL;
    thread->joined = has_ended;
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

int pthread_detach(pthread_t id)
{
    struct __boolprog_thread *thread = thread_of(id);
    __boolprog_begin();
    require(!thread->joined, "The thread was joined before, and cannot be detached (POSIX: undefined).");
    require(!thread->detached, "The thread was detached before (POSIX: undefined).");
    thread->detached = 1;
    __boolprog_end();
    return 0;
}

_Noreturn void pthread_exit(void *result)
{
    struct __boolprog_thread *self = __boolprog_thread();
    if (self->jumps > 0)
        __boolprog_unsupported("Jumps to cleanup handlers are not known: include <pthread.h> of the machine.");
    while (self->cleanup != NULL)
        _pthread_cleanup_pop(self->cleanup, 1);
    __boolprog_destroy_values(self);
    __boolprog_finish(result);
}

pthread_t pthread_self(void)
{
    __boolprog_thread();
    return __boolprog_self();
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

int pthread_cancel(pthread_t id)
{
    struct __boolprog_thread *thread = thread_of(id);
    __boolprog_begin();
    require(!thread->joined, "The thread was joined before, and cannot be cancelled (POSIX: undefined).");
    thread->cancelled = 1;
    __boolprog_end();
    return 0;
}

int pthread_kill(pthread_t id, int signal)
{
    thread_of(id);
    if (signal != 0)
        __boolprog_unsupported("Signals are not sent between threads: pthread_kill takes 0 only.");
    return 0;
}

int pthread_setname_np(pthread_t id, const char *name)
{
    thread_of(id);
    return strlen(name) < 16 ? 0 : ERANGE;
}

int pthread_getname_np(pthread_t id, char *name, size_t size)
{
    thread_of(id);
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

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

int pthread_setschedparam(pthread_t id, int policy, const struct sched_param *parameters)
{
    thread_of(id);
    return 0;
}

int pthread_getschedparam(pthread_t id, int *policy, struct sched_param *parameters)
{
    thread_of(id);
    *policy = SCHED_OTHER;
    parameters->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t id, int priority)
{
    thread_of(id);
    return 0;
}
