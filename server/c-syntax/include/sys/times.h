/* POSIX: time that processes have used. */
#ifndef _SYS_TIMES_H
#define _SYS_TIMES_H 1

#include <sys/types.h>

struct tms {
    clock_t tms_utime, tms_stime, tms_cutime, tms_cstime;
};

clock_t times(struct tms *);

#endif
