/* Linux: file systems that are part of the tree. */
#ifndef _SYS_MOUNT_H
#define _SYS_MOUNT_H 1

#define MS_RDONLY 1
#define MS_NOSUID 2
#define MS_REMOUNT 32
#define MS_BIND 4096
#define MNT_FORCE 1
#define MNT_DETACH 2

int mount(const char *, const char *, const char *, unsigned long, const void *);
int umount(const char *);
int umount2(const char *, int);

#endif
