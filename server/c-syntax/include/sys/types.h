/* POSIX: types of the system. */
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H 1

#include <features.h>
#include <stdint.h>
#include <sys/select.h>
#include <bits/pthreadtypes.h>

typedef __SIZE_TYPE__ size_t;
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef long off_t;
typedef off_t __off_t;
typedef ssize_t __ssize_t;
typedef long long off64_t;
typedef long long loff_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int pid_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned id_t;
typedef unsigned mode_t;
typedef unsigned long ino_t;
typedef unsigned long long dev_t;
#ifdef __LP64__
typedef unsigned long nlink_t;
#else
typedef unsigned nlink_t;
#endif
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;
typedef int key_t;
typedef unsigned useconds_t;
typedef long suseconds_t;
typedef char *caddr_t;

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;

#endif
