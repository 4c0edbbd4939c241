/* A time in microseconds. */
#ifndef _BITS_TIMEVAL_H
#define _BITS_TIMEVAL_H 1

typedef long time_t;
typedef long suseconds_t;

struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};

#endif
