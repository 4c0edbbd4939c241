/* The same as <sys/statfs.h>. */
#ifndef _SYS_VFS_H
#define _SYS_VFS_H 1

#include <sys/statfs.h>

#endif
