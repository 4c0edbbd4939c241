/* C11 7.27 and POSIX: time. No time passes but what a call that asks for it lets pass. */
#ifndef _TIME_H
#define _TIME_H 1

#include <features.h>
#include <bits/sigevent.h>
#include <bits/timespec.h>

#ifndef NULL
#define NULL ((void *)0)
#endif

typedef __SIZE_TYPE__ size_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int pid_t;

struct itimerspec {
    struct timespec it_interval;
    struct timespec it_value;
};

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1

clock_t clock(void);
time_t time(time_t *);
int timespec_get(struct timespec *, int);
double difftime(time_t, time_t);
time_t mktime(struct tm *);
time_t timegm(struct tm *);
struct tm *gmtime(const time_t *);
struct tm *gmtime_r(const time_t *restrict, struct tm *restrict);
struct tm *localtime(const time_t *);
struct tm *localtime_r(const time_t *restrict, struct tm *restrict);
char *asctime(const struct tm *);
char *asctime_r(const struct tm *restrict, char *restrict);
char *ctime(const time_t *);
char *ctime_r(const time_t *, char *);
size_t strftime(char *restrict, size_t, const char *restrict, const struct tm *restrict);
char *strptime(const char *restrict, const char *restrict, struct tm *restrict);
void tzset(void);

int clock_gettime(clockid_t, struct timespec *);
int clock_getres(clockid_t, struct timespec *);
int clock_settime(clockid_t, const struct timespec *);
int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
int clock_getcpuclockid(pid_t, clockid_t *);
int timer_create(clockid_t, struct sigevent *restrict, timer_t *restrict);
int timer_delete(timer_t);
int timer_settime(timer_t, int, const struct itimerspec *restrict, struct itimerspec *restrict);
int timer_gettime(timer_t, struct itimerspec *);
int timer_getoverrun(timer_t);

#endif
