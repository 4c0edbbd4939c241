/* POSIX: file systems. */
#ifndef _SYS_STATVFS_H
#define _SYS_STATVFS_H 1

#include <sys/types.h>

struct statvfs {
    unsigned long f_bsize, f_frsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree, f_favail;
    unsigned long f_fsid;
#ifndef __LP64__
    int __unused;
#endif
    unsigned long f_flag, f_namemax;
    int __spare[6];
};

#define ST_RDONLY 1
#define ST_NOSUID 2

int statvfs(const char *restrict, struct statvfs *restrict);
int fstatvfs(int, struct statvfs *);

#endif
