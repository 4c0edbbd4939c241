/* POSIX: notification of a program that something has happened. */
#ifndef _BITS_SIGEVENT_H
#define _BITS_SIGEVENT_H 1

#include <bits/pthreadtypes.h>

typedef union sigval {
    int sival_int;
    void *sival_ptr;
} sigval_t;

typedef struct sigevent {
    sigval_t sigev_value;
    int sigev_signo, sigev_notify;
    union {
        int __size[16 - 2 - sizeof(sigval_t) / sizeof(int)];
        struct {
            void (*sigev_notify_function)(sigval_t);
            pthread_attr_t *sigev_notify_attributes;
        };
    };
} sigevent_t;

#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define SIGEV_THREAD_ID 4

#endif
