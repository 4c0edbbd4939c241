/* The types of POSIX threads. Sizes and kinds are those of the GNU library, so that a text which was preprocessed with its
   headers means the same; all bytes zero is a mutex that is not locked, a condition that no thread waits for, and so on. */
#ifndef _BITS_PTHREADTYPES_H
#define _BITS_PTHREADTYPES_H 1

typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

typedef union {
    char __size[4];
    struct {
        signed char __kind, __shared, __protocol, __ceiling;
    };
    int __align;
} pthread_mutexattr_t;

typedef union {
    char __size[4];
    struct {
        signed char __clock, __shared;
    };
    int __align;
} pthread_condattr_t;

typedef union {
    char __size[8];
    struct {
        signed char __kind, __shared;
    };
    long __align;
} pthread_rwlockattr_t;

typedef union {
    char __size[4];
    int __shared;
} pthread_barrierattr_t;

#ifdef __LP64__
#define __SIZEOF_PTHREAD_ATTR_T 56
#define __SIZEOF_PTHREAD_MUTEX_T 40
#define __SIZEOF_PTHREAD_RWLOCK_T 56
#define __SIZEOF_PTHREAD_BARRIER_T 32
#else
#define __SIZEOF_PTHREAD_ATTR_T 36
#define __SIZEOF_PTHREAD_MUTEX_T 24
#define __SIZEOF_PTHREAD_RWLOCK_T 32
#define __SIZEOF_PTHREAD_BARRIER_T 20
#endif
#define __SIZEOF_PTHREAD_COND_T 48

union pthread_attr_t {
    char __size[__SIZEOF_PTHREAD_ATTR_T];
    struct {
        signed char __detached, __scope, __inherit, __policy;
        int __priority;
        unsigned long __stack_size, __guard_size;
        void *__stack;
    } __data;
    long __align;
};
#ifndef __have_pthread_attr_t
typedef union pthread_attr_t pthread_attr_t;
#define __have_pthread_attr_t 1
#endif

/* Its users wait in a condition variable for it. Its members and its kind lie where the GNU library has them, also in a list of
   initial values. */
typedef union {
    struct {
        int __lock;
        int __state;
        int __ceiling;
#ifdef __LP64__
        unsigned __users;
        int __kind;
#else
        int __kind;
        unsigned __users;
#endif
        struct {
            struct {
                short __spins, __elision;
            } __counts;
        } __unused_too;
#ifdef __LP64__
        struct {
            void *__before, *__after;
        } __list;
#endif
    } __data;
    char __size[__SIZEOF_PTHREAD_MUTEX_T];
    long __align;
} pthread_mutex_t;

/* It has as many members as in the GNU library, for lists of initial values. */
typedef union {
    struct {
        int __unused[5];
        pthread_mutex_t *__mutex;
        unsigned __unused_too;
        int __state;
    } __data;
    char __size[__SIZEOF_PTHREAD_COND_T];
    __extension__ long long __align;
} pthread_cond_t;

typedef union {
    struct {
        unsigned __readers;
        int __writer;
        int __state;
        unsigned __waiting;
        int __kind;
    } __data;
    char __size[__SIZEOF_PTHREAD_RWLOCK_T];
    long __align;
} pthread_rwlock_t;

typedef union {
    struct {
        unsigned __count;
        unsigned __arrived;
        int __state;
    } __data;
    char __size[__SIZEOF_PTHREAD_BARRIER_T];
    long __align;
} pthread_barrier_t;

#endif
