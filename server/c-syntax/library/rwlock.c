/* POSIX read-write locks: many readers, or one writer. The word that a thread keeps for a lock is the number of times that it has it
   for reading, or -1 if it has it for writing. */
#include <limits.h>
#include <string.h>
#include <boolprog/thread.h>

int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict attributes)
{
    int kind = attributes == NULL ? PTHREAD_RWLOCK_PREFER_READER_NP : attributes->__kind;
    __boolprog_begin();
    __boolprog_check_new(l, "read-write lock");
    memset(&l->__data, 0, sizeof l->__data);
    l->__data.__kind = kind;
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

/* True if writers come first: readers wait also for those that wait. */
#define prefers_writers(l) ((l)->__data.__kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)

/* True if a thread can read; the number of readers has an upper bound. */
#define can_read(l)                                                                           \
    (!(l)->__data.__writer && (l)->__data.__readers < INT_MAX && __boolprog_own(l) < INT_MAX \
     && !(prefers_writers(l) && (l)->__data.__waiting > 0))

#define can_write(l) (!(l)->__data.__writer && !(l)->__data.__readers)

static int read(pthread_rwlock_t *l, int otherwise)
{
    __boolprog_check_usable(l, "read-write lock");
    if (!can_read(l))
        return otherwise;
    l->__data.__readers++;
    __boolprog_set_own(l, __boolprog_own(l) + 1);
    return 0;
}

static int write(pthread_rwlock_t *l, int otherwise)
{
    __boolprog_check_usable(l, "read-write lock");
    if (!can_write(l))
        return otherwise;
    l->__data.__writer = 1;
    __boolprog_set_own(l, -1);
    return 0;
}

/* A writer that comes first is counted among those that wait, until it writes or gives up. Returns the number that it counts. */
static int announce(pthread_rwlock_t *l)
{
    if (!prefers_writers(l))
        return 0;
    __boolprog_begin();
    l->__data.__waiting++;
    __boolprog_end();
    return 1;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    __boolprog_may_cancel();
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await(can_read(l) || __boolprog_own(l) < 0);
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
    __boolprog_may_cancel();
    int is_time = __boolprog_is_time(until);
    if (!is_time && __boolprog_choose(0, 1))
        return EINVAL;
    if (__boolprog_own(l) < 0 && __boolprog_choose(0, 1))
        return EDEADLK;
    unsigned long long time = __boolprog_time(until);
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await(can_read(l) || !is_time || __boolprog_passed(time));
    int result = read(l, is_time ? ETIMEDOUT : EINVAL);
    __boolprog_end();
    return result;
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict l, clockid_t clock, const struct timespec *restrict until)
{
    return pthread_rwlock_timedrdlock(l, until);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    __boolprog_may_cancel();
    int waits = announce(l);
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await(can_write(l) || __boolprog_own(l) < 0);
    l->__data.__waiting -= waits;
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
    __boolprog_may_cancel();
    int is_time = __boolprog_is_time(until);
    if (!is_time && __boolprog_choose(0, 1))
        return EINVAL;
    if (__boolprog_own(l) < 0 && __boolprog_choose(0, 1))
        return EDEADLK;
    unsigned long long time = __boolprog_time(until);
    int waits = announce(l);
    __boolprog_observe_wait("read-write lock", l);
    __boolprog_begin();
    __boolprog_await(can_write(l) || !is_time || __boolprog_passed(time));
    l->__data.__waiting -= waits;
    int result = write(l, is_time ? ETIMEDOUT : EINVAL);
    __boolprog_end();
    return result;
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict l, clockid_t clock, const struct timespec *restrict until)
{
    return pthread_rwlock_timedwrlock(l, until);
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    __boolprog_begin();
    __boolprog_check_usable(l, "read-write lock");
    long own = __boolprog_own(l);
    require(l->__data.__writer || l->__data.__readers,
            "The read-write lock is unlocked, but is not locked (POSIX: undefined).");
    require(own != 0, "The read-write lock is unlocked by a thread that does not hold it (POSIX: undefined).");
    if (own > 0)
        l->__data.__readers--;
    else
        l->__data.__writer = 0;
    __boolprog_set_own(l, own > 0 ? own - 1 : 0);
    __boolprog_end();
    return 0;
}
