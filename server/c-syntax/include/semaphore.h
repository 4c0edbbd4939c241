/* POSIX semaphores. */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H 1

#include <features.h>
#include <errno.h>
#include <time.h>

#ifdef __LP64__
#define __SIZEOF_SEM_T 32
#else
#define __SIZEOF_SEM_T 16
#endif

#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647

typedef union {
    struct {
        unsigned __value;
        int __state;
    } __data;
    char __size[__SIZEOF_SEM_T];
    long __align;
} sem_t;

int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
sem_t *sem_open(const char *, int, ...);
int sem_close(sem_t *);
int sem_unlink(const char *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *restrict, const struct timespec *restrict);
int sem_clockwait(sem_t *restrict, clockid_t, const struct timespec *restrict);
int sem_post(sem_t *);
int sem_getvalue(sem_t *restrict, int *restrict);

#endif
