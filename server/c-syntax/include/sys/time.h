/* POSIX: time in microseconds. */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H 1

#include <features.h>
#include <sys/select.h>

struct timezone {
    int tz_minuteswest, tz_dsttime;
};

struct itimerval {
    struct timeval it_interval, it_value;
};

#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

int gettimeofday(struct timeval *restrict, void *restrict);
int settimeofday(const struct timeval *, const struct timezone *);
int getitimer(int, struct itimerval *);
int setitimer(int, const struct itimerval *restrict, struct itimerval *restrict);
int utimes(const char *, const struct timeval[2]);
int futimes(int, const struct timeval[2]);

#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timercmp(a, b, order) \
    ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec order (b)->tv_usec : (a)->tv_sec order (b)->tv_sec)
#define timeradd(a, b, result)                               \
    do {                                                     \
        (result)->tv_sec = (a)->tv_sec + (b)->tv_sec;        \
        (result)->tv_usec = (a)->tv_usec + (b)->tv_usec;     \
        if ((result)->tv_usec >= 1000000) {                  \
            (result)->tv_sec++;                              \
            (result)->tv_usec -= 1000000;                    \
        }                                                    \
    } while (0)
#define timersub(a, b, result)                               \
    do {                                                     \
        (result)->tv_sec = (a)->tv_sec - (b)->tv_sec;        \
        (result)->tv_usec = (a)->tv_usec - (b)->tv_usec;     \
        if ((result)->tv_usec < 0) {                         \
            (result)->tv_sec--;                              \
            (result)->tv_usec += 1000000;                    \
        }                                                    \
    } while (0)

#endif
