/* POSIX read-write locks: many readers, or one writer. */
#include <stdlib.h>
#include <string.h>
#include <boolprog/thread.h>

int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict attributes)
{
    __boolprog_begin();
    __boolprog_check_new(l, "read-write lock");
    memset(l, 0, sizeof *l);
    l->__data.__state = __BOOLPROG_INITIALISED;
    __boolprog_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    __boolprog_begin();
    __boolprog_check_usable(l, "read-write lock");
    require(!l->__data.__writer && !l->__data.__readers,
            "The read-write lock is destroyed while it is locked (POSIX: undefined).");
    l->__data.__state = __BOOLPROG_DESTROYED;
    __boolprog_end();
    return 0;
}

/* Where a thread keeps that it reads under a lock; the end of its list if it does not. */
static struct __boolprog_reading **reading(const pthread_rwlock_t *l)
{
    struct __boolprog_reading **link = &__boolprog_thread()->reading;
    while (*link != NULL && (*link)->lock != l)
        link = &(*link)->next;
    return link;
}

static int read(pthread_rwlock_t *l, int otherwise)
{
    __boolprog_check_usable(l, "read-write lock");
    if (l->__data.__writer)
        return otherwise;
    struct __boolprog_reading **first = &__boolprog_thread()->reading, *mine = malloc(sizeof *mine);
    if (mine == NULL)
        return EAGAIN;
    mine->lock = l;
    mine->next = *first;
    *first = mine;
    l->__data.__readers++;
    return 0;
}

static int write(pthread_rwlock_t *l, int otherwise)
{
    __boolprog_check_usable(l, "read-write lock");
    if (l->__data.__writer || l->__data.__readers)
        return otherwise;
    l->__data.__writer = OWNER();
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await(!l->__data.__writer || l->__data.__writer == OWNER());
    int result = read(l, EDEADLK);
    __boolprog_end();
    return result;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    __boolprog_begin();
    int result = read(l, EBUSY);
    __boolprog_end();
    return result;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
    if (!__boolprog_is_time(until))
        return EINVAL;
    unsigned long long time = __boolprog_time(until);
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await(!l->__data.__writer || __boolprog_passed(time));
    int result = read(l, ETIMEDOUT);
    __boolprog_end();
    return result;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await((!l->__data.__writer && !l->__data.__readers) || l->__data.__writer == OWNER());
    int result = write(l, EDEADLK);
    __boolprog_end();
    return result;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    __boolprog_begin();
    int result = write(l, EBUSY);
    __boolprog_end();
    return result;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
    if (!__boolprog_is_time(until))
        return EINVAL;
    unsigned long long time = __boolprog_time(until);
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await((!l->__data.__writer && !l->__data.__readers) || __boolprog_passed(time));
    int result = write(l, ETIMEDOUT);
    __boolprog_end();
    return result;
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    __boolprog_begin();
    __boolprog_check_usable(l, "read-write lock");
    if (l->__data.__writer) {
        require(l->__data.__writer == OWNER(),
                "The read-write lock is unlocked by a thread that does not hold it (POSIX: undefined).");
        l->__data.__writer = 0;
    } else {
        require(l->__data.__readers > 0, "The read-write lock is unlocked, but is not locked (POSIX: undefined).");
        struct __boolprog_reading **link = reading(l), *mine = *link;
        require(mine != NULL, "The read-write lock is unlocked by a thread that does not hold it (POSIX: undefined).");
        *link = mine->next;
        free(mine);
        l->__data.__readers--;
    }
    __boolprog_end();
    return 0;
}
