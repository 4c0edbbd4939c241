/* A set of signals. */
#ifndef _BITS_SIGSET_H
#define _BITS_SIGSET_H 1

typedef struct { unsigned long __bits[1024 / (8 * sizeof(long))]; } sigset_t;

#endif
