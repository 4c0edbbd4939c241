/* POSIX spin locks: 0 is one that is free, 1 is one that a thread has, which keeps the word 1 for it. */
#include <boolprog/thread.h>

enum { DESTROYED = -1 };

static void check_usable(pthread_spinlock_t *l)
{
    require(*l != DESTROYED, "The spin lock was destroyed before (POSIX: undefined).");
}

int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
    __boolprog_begin();
    *l = 0;
    __boolprog_end();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *l)
{
    __boolprog_begin();
    check_usable(l);
    require(*l == 0, "The spin lock is destroyed while it is locked (POSIX: undefined).");
    *l = DESTROYED;
    __boolprog_end();
    return 0;
}

static void take(pthread_spinlock_t *l)
{
    *l = 1;
    __boolprog_set_own((const void *)l, 1);
}

int pthread_spin_lock(pthread_spinlock_t *l)
{
    __boolprog_observe_wait("spin lock", (const void *)l);
    __boolprog_begin();
    __boolprog_await(*l <= 0);
    check_usable(l);
    take(l);
    __boolprog_end();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l)
{
    __boolprog_begin();
    check_usable(l);
    int is_free = *l == 0;
    if (is_free)
        take(l);
    __boolprog_end();
    return is_free ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
    __boolprog_begin();
    check_usable(l);
    require(*l != 0, "The spin lock is unlocked, but is not locked (POSIX: undefined).");
    require(__boolprog_own((const void *)l) > 0, "The spin lock is unlocked by a thread that does not hold it (POSIX: undefined).");
    *l = 0;
    __boolprog_set_own((const void *)l, 0);
    __boolprog_end();
    return 0;
}
