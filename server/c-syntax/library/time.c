/* Time (C11 7.27, POSIX). The clock of the machine starts at the same time in each run. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
#include <boolprog/thread.h>

#define SECOND 1000000000ULL

static void split(unsigned long long nanoseconds, struct timespec *to)
{
    to->tv_sec = (time_t)(nanoseconds / SECOND);
    to->tv_nsec = (long)(nanoseconds % SECOND);
}

time_t time(time_t *to)
{
    time_t now = (time_t)(__boolprog_now() / SECOND);
    if (to != NULL)
        *to = now;
    return now;
}

clock_t clock(void)
{
    return (clock_t)(__boolprog_now() / 1000);
}

/* Linux knows no clock with a greater number; those of processes and threads have negative ones. */
static int check(clockid_t clock)
{
    if (clock <= CLOCK_TAI)
        return 0;
    errno = EINVAL;
    return -1;
}

int clock_gettime(clockid_t clock, struct timespec *to)
{
    if (check(clock) != 0)
        return -1;
    split(__boolprog_now(), to);
    return 0;
}

int clock_getres(clockid_t clock, struct timespec *to)
{
    if (check(clock) != 0)
        return -1;
    if (to != NULL)
        split(1, to);
    return 0;
}

int clock_settime(clockid_t clock, const struct timespec *to)
{
    errno = EPERM;
    return -1;
}

int timespec_get(struct timespec *to, int base)
{
    if (base != TIME_UTC)
        return 0;
    split(__boolprog_now(), to);
    return base;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    unsigned long long now = __boolprog_now();
    to->tv_sec = (time_t)(now / SECOND);
    to->tv_usec = (suseconds_t)(now % SECOND / 1000);
    return 0;
}

double difftime(time_t later, time_t earlier)
{
    return (double)later - (double)earlier;
}

/* Waits, at a cancellation point. */
static void sleep_until(unsigned long long time)
{
    __boolprog_begin();
    __boolprog_await(__boolprog_passed(time) || __boolprog_is_cancelled());
    __boolprog_end();
    pthread_testcancel();
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining)
{
    if (!__boolprog_is_time(duration) || duration->tv_sec < 0)
        return EINVAL;
    sleep_until(__boolprog_time(duration) + (flags & TIMER_ABSTIME ? 0 : __boolprog_now()));
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining);
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

unsigned sleep(unsigned seconds)
{
    sleep_until(__boolprog_now() + seconds * SECOND);
    return 0;
}

int usleep(useconds_t microseconds)
{
    sleep_until(__boolprog_now() + microseconds * 1000ULL);
    return 0;
}
