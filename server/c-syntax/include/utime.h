/* POSIX: times of files. */
#ifndef _UTIME_H
#define _UTIME_H 1

#include <sys/types.h>

struct utimbuf {
    time_t actime, modtime;
};

int utime(const char *, const struct utimbuf *);

#endif
