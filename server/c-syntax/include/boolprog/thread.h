/* Knowledge that the parts of the library share about a thread. */
#ifndef _BOOLPROG_THREAD_H
#define _BOOLPROG_THREAD_H 1

#include <pthread.h>
#include <boolprog/machine.h>

/* The value of a key in a thread, with the number of deletions of the key before it, and the number of the round in which a destructor
   was called for it, from 1 on. */
struct __boolprog_value {
    pthread_key_t key;
    unsigned deletions;
    int rounds;
    const void *value;
    struct __boolprog_value *next;
};

/* State that belongs to a thread itself, and is unknown to the others. Its jumps are the cleanup handlers of the GNU library's macros. */
struct __boolprog_thread {
    int cancel_disabled;
    struct _pthread_cleanup_buffer *cleanup;
    int jumps;
    struct __boolprog_value *values;
};

/* The calling thread. */
extern _Thread_local struct __boolprog_thread __boolprog_thread;

/* Marks of a thread: others have joined or detached it, or want it to be cancelled. The identifier of a thread is its number. */
enum { __BOOLPROG_JOINED, __BOOLPROG_DETACHED, __BOOLPROG_CANCELLED };

/* True if a cancellation of this thread is to be followed now, which it is at the cancellation points. */
#define __boolprog_is_cancelled() \
    (__boolprog_mark(__boolprog_self(), __BOOLPROG_CANCELLED) && !__boolprog_thread.cancel_disabled)

/* A possible cancellation point. */
void __boolprog_may_cancel(void);

/* A thread was created, in a section; and the bookkeeping of a translation to know whether a thread comes to its end last. */
void __boolprog_count_up(void);
int __boolprog_count_down(void);

/* True if the program has created a thread with a policy or a priority of its own. */
int __boolprog_has_scheduled(void);

/* The program has named a thread. */
void __boolprog_name_thread(void);

/* A thread comes to its end. */
void __boolprog_retire(void);

/* Calls the destructors of the values of keys. */
void __boolprog_destroy_values(void);

/* States of the objects of the library. Zero is one that was initialised statically. */
enum { __BOOLPROG_INITIALISED = 1, __BOOLPROG_DESTROYED = 2 };

/* Checks that an object which is about to be initialised is not in use. */
#define __boolprog_check_new(object, what)                                                                       \
    require(!__boolprog_written(&(object)->__data.__state, sizeof(int))                                          \
                || (object)->__data.__state != __BOOLPROG_INITIALISED,                                           \
            "The " what " was initialised before, and not destroyed since (POSIX: undefined).")

/* Checks that an object which is used was initialised, and not destroyed. */
#define __boolprog_check_usable(object, what)                                          \
    require(__boolprog_written(&(object)->__data.__state, sizeof(int)),                 \
            "The " what " is used before it is initialised (POSIX: undefined).");       \
    require((object)->__data.__state != __BOOLPROG_DESTROYED,                           \
            "The " what " was destroyed before (POSIX: undefined).")

/* The time in nanoseconds that a point in time means. */
#define __boolprog_time(point) ((unsigned long long)(point)->tv_sec * 1000000000u + (unsigned long long)(point)->tv_nsec)

/* True if a point in time is one. */
#define __boolprog_is_time(point) ((point)->tv_nsec >= 0 && (point)->tv_nsec < 1000000000)

#endif
