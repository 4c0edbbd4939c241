/* Linux: descriptors that tell the time. */
#ifndef _SYS_TIMERFD_H
#define _SYS_TIMERFD_H 1

#include <time.h>

#define TFD_CLOEXEC 02000000
#define TFD_NONBLOCK 04000
#define TFD_TIMER_ABSTIME 1

int timerfd_create(clockid_t, int);
int timerfd_settime(int, int, const struct itimerspec *, struct itimerspec *);
int timerfd_gettime(int, struct itimerspec *);

#endif
