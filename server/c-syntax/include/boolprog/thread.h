/* What the parts of the library know about a thread. */
#ifndef _BOOLPROG_THREAD_H
#define _BOOLPROG_THREAD_H 1

#include <pthread.h>
#include <boolprog/machine.h>

/* The value of a key in a thread. */
struct __boolprog_value {
    pthread_key_t key;
    const void *value;
    struct __boolprog_value *next;
};

/* A thread. Its identifier is its number. It is made by the thread that creates it, or by itself when it first needs one, and
   is never released, so that joining it twice is noticed. Its jumps are the cleanup handlers of the GNU library's macros. */
struct __boolprog_thread {
    void *(*start)(void *);
    void *argument;
    int joined, detached;
    int cancelled, cancel_disabled;
    struct _pthread_cleanup_buffer *cleanup;
    int jumps;
    struct __boolprog_value *values;
    struct __boolprog_reading *reading;
};

/* That a thread reads under a read-write lock, once for each time that it has taken the lock. */
struct __boolprog_reading {
    const void *lock;
    struct __boolprog_reading *next;
};

/* The calling thread. */
struct __boolprog_thread *__boolprog_thread(void);

/* Whether a cancellation of this thread is to be followed now, which it is at the cancellation points. */
#define __boolprog_is_cancelled(thread) ((thread)->cancelled && !(thread)->cancel_disabled)

/* Calls the destructors of the values of keys. */
void __boolprog_destroy_values(struct __boolprog_thread *self);

/* A thread that waits in a condition variable or a barrier until another one wakes it. */
struct __boolprog_waiter {
    int woken;
    struct __boolprog_waiter *next;
};

/* Who has a lock: the number of a thread, in the size that locks keep. */
#define OWNER() ((int)__boolprog_self())

/* States of the objects of the library. Zero is one that was initialised statically. */
enum { __BOOLPROG_INITIALISED = 1, __BOOLPROG_DESTROYED = 2 };

/* Checks that an object which is about to be initialised is not in use. */
#define __boolprog_check_new(object, what)                                                                       \
    require(!__boolprog_written(&(object)->__data.__state, sizeof(int))                                          \
                || (object)->__data.__state != __BOOLPROG_INITIALISED,                                           \
            "The " what " was initialised before, and not destroyed since (POSIX: undefined).")

/* Checks that an object which is used was not destroyed. */
#define __boolprog_check_usable(object, what)                \
    require((object)->__data.__state != __BOOLPROG_DESTROYED, \
            "The " what " was destroyed before (POSIX: undefined).")

/* The time in nanoseconds that a point in time means. */
#define __boolprog_time(point) ((unsigned long long)(point)->tv_sec * 1000000000u + (unsigned long long)(point)->tv_nsec)

/* Whether a point in time is one. */
#define __boolprog_is_time(point) ((point)->tv_nsec >= 0 && (point)->tv_nsec < 1000000000)

#endif
