/* POSIX semaphores. */
#include <semaphore.h>
#include <boolprog/thread.h>

/* No initial value makes one: sem_init does. */
#define is_usable(s) \
    (__boolprog_written(&(s)->__data.__state, sizeof(int)) && (s)->__data.__state == __BOOLPROG_INITIALISED)

static void check_usable(sem_t *s)
{
    require(is_usable(s) || (__boolprog_written(&s->__data.__state, sizeof(int)) && s->__data.__state == __BOOLPROG_DESTROYED),
            "The semaphore is used before it is initialised (POSIX: undefined).");
    require(is_usable(s), "The semaphore was destroyed before (POSIX: undefined).");
}

int sem_init(sem_t *s, int shared, unsigned value)
{
    if (value > SEM_VALUE_MAX) {
        errno = EINVAL;
        return -1;
    }
    __boolprog_begin();
    __boolprog_check_new(s, "semaphore");
    s->__data.__value = value;
    s->__data.__state = __BOOLPROG_INITIALISED;
    __boolprog_end();
    return 0;
}

int sem_destroy(sem_t *s)
{
    __boolprog_begin();
    check_usable(s);
    s->__data.__state = __BOOLPROG_DESTROYED;
    __boolprog_end();
    return 0;
}

static int down(sem_t *s)
{
    check_usable(s);
    if (s->__data.__value == 0)
        return 0;
    s->__data.__value--;
    return 1;
}

static int fail(int error)
{
    errno = error;
    return -1;
}

int sem_wait(sem_t *s)
{
    pthread_testcancel();
    __boolprog_observe_wait("semaphore", s);
    __boolprog_begin();
    __boolprog_await(!is_usable(s) || s->__data.__value > 0 || __boolprog_is_cancelled());
    int is_down = down(s);
    __boolprog_end();
    if (!is_down)
        pthread_testcancel();
    return 0;
}

int sem_trywait(sem_t *s)
{
    __boolprog_begin();
    int is_down = down(s);
    __boolprog_end();
    return is_down ? 0 : fail(EAGAIN);
}

int sem_timedwait(sem_t *restrict s, const struct timespec *restrict until)
{
    pthread_testcancel();
    /* The time need not be valid if the semaphore can be had at once. */
    int is_time = __boolprog_is_time(until);
    if (!is_time && __boolprog_choose(0, 1))
        return fail(EINVAL);
    unsigned long long time = __boolprog_time(until);
    __boolprog_observe_wait("semaphore", s);
    __boolprog_begin();
    __boolprog_await(!is_usable(s) || s->__data.__value > 0 || __boolprog_is_cancelled() || !is_time || __boolprog_passed(time));
    int is_down = down(s);
    __boolprog_end();
    if (is_down)
        return 0;
    pthread_testcancel();
    return fail(is_time ? ETIMEDOUT : EINVAL);
}

int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict until)
{
    return sem_timedwait(s, until);
}

int sem_post(sem_t *s)
{
    __boolprog_begin();
    check_usable(s);
    int is_full = s->__data.__value == SEM_VALUE_MAX;
    if (!is_full)
        s->__data.__value++;
    __boolprog_end();
    return is_full ? fail(EOVERFLOW) : 0;
}

int sem_getvalue(sem_t *restrict s, int *restrict value)
{
    __boolprog_begin();
    check_usable(s);
    int result = (int)s->__data.__value;
    __boolprog_end();
    *value = result;
    return 0;
}
