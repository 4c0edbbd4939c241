/* C11 threads, on the same objects as those of POSIX. */
#include <stdint.h>
#include <threads.h>
#include <boolprog/thread.h>

static int result_of(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

static void *run(void *(*start)(void *), void *argument)
{
    int result = ((thrd_start_t)start)(argument);
    __boolprog_destroy_values();
    __boolprog_retire();
    return (void *)(intptr_t)result;
}

int thrd_create(thrd_t *id, thrd_start_t start, void *argument)
{
    /* The new thread begins after its identifier was stored (C11 7.26.5.1p2). */
    __boolprog_begin();
    thrd_t created = __boolprog_create(run, (void *(*)(void *))start, argument);
    if (created != 0) {
        __boolprog_count_up();
        *id = created;
    }
    __boolprog_end();
    return created != 0 ? thrd_success : thrd_nomem;
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

int thrd_detach(thrd_t id)
{
    return result_of(pthread_detach(id));
}

int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}

_Noreturn void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

int thrd_join(thrd_t id, int *result)
{
    void *value;
    int error = pthread_join(id, &value);
    if (error == 0 && result != NULL)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

int thrd_sleep(const struct timespec *duration, struct timespec *remaining)
{
    return nanosleep(duration, remaining);
}

void thrd_yield(void)
{
    sched_yield();
}

int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t attributes = {.__kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL};
    return result_of(pthread_mutex_init(m, &attributes));
}

void mtx_destroy(mtx_t *m)
{
    pthread_mutex_destroy(m);
}

int mtx_lock(mtx_t *m)
{
    return result_of(pthread_mutex_lock(m));
}

int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
    return result_of(pthread_mutex_timedlock(m, until));
}

/* It may fail for a mutex that is free (C17 7.26.4.5p2). */
int mtx_trylock(mtx_t *m)
{
    if (__boolprog_spurious())
        return thrd_busy;
    return result_of(pthread_mutex_trylock(m));
}

int mtx_unlock(mtx_t *m)
{
    int error = pthread_mutex_unlock(m);
    require(error == 0, "The mutex is unlocked by a thread that does not hold it (C17 7.26.4.6: undefined).");
    return thrd_success;
}

int cnd_init(cnd_t *c)
{
    return result_of(pthread_cond_init(c, NULL));
}

void cnd_destroy(cnd_t *c)
{
    pthread_cond_destroy(c);
}

int cnd_signal(cnd_t *c)
{
    return result_of(pthread_cond_signal(c));
}

int cnd_broadcast(cnd_t *c)
{
    return result_of(pthread_cond_broadcast(c));
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
    return result_of(pthread_cond_wait(c, m));
}

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
    return result_of(pthread_cond_timedwait(c, m, until));
}

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once(&flag->__data, function);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return result_of(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return result_of(pthread_setspecific(key, value));
}
