/* POSIX spin locks: 0 is one that is free, any other number belongs to the thread that has it. */
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

int pthread_spin_lock(pthread_spinlock_t *l)
{
    __boolprog_observe_wait("spin lock", (const void *)l);
    __boolprog_begin();
    __boolprog_await(*l <= 0);
    check_usable(l);
    *l = OWNER();
    __boolprog_end();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l)
{
    __boolprog_begin();
    check_usable(l);
    int is_free = *l == 0;
    if (is_free)
        *l = OWNER();
    __boolprog_end();
    return is_free ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
    __boolprog_begin();
    check_usable(l);
    require(*l != 0, "The spin lock is unlocked, but is not locked (POSIX: undefined).");
    require(*l == OWNER(), "The spin lock is unlocked by a thread that does not hold it (POSIX: undefined).");
    *l = 0;
    __boolprog_end();
    return 0;
}
