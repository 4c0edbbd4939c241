/* Linux: file systems. */
#ifndef _SYS_STATFS_H
#define _SYS_STATFS_H 1

#include <sys/types.h>

struct statfs {
    long f_type, f_bsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    fsfilcnt_t f_files, f_ffree;
    struct { int __val[2]; } f_fsid;
    long f_namelen, f_frsize, f_flags, f_spare[4];
};

int statfs(const char *, struct statfs *);
int fstatfs(int, struct statfs *);

#endif
