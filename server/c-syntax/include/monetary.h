/* POSIX: amounts of money. */
#ifndef _MONETARY_H
#define _MONETARY_H 1

#include <sys/types.h>

ssize_t strfmon(char *restrict, size_t, const char *restrict, ...);

#endif
