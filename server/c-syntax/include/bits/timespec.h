/* A time in nanoseconds. */
#ifndef _BITS_TIMESPEC_H
#define _BITS_TIMESPEC_H 1

typedef long time_t;

struct timespec {
    time_t tv_sec;
    long tv_nsec;
};

#endif
