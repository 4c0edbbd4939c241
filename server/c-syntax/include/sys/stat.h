/* POSIX: modes of files. */
#ifndef _SYS_STAT_H
#define _SYS_STAT_H 1

#include <features.h>
#include <sys/types.h>

#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXG 0070
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IROTH 0004
#define S_IWOTH 0002

#endif
