/* Linux: kinds of new processes and of scheduling. */
#ifndef _LINUX_SCHED_H
#define _LINUX_SCHED_H 1

#include <sched.h>

#endif
