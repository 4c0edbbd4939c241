/* POSIX: time in microseconds. */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H 1

#include <features.h>

typedef long time_t;
typedef long suseconds_t;

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

struct timezone {
    int tz_minuteswest, tz_dsttime;
};

int gettimeofday(struct timeval *restrict, void *restrict);

#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)

#endif
