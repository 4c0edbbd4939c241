/* Numbers of system calls that have a function, too. */
#ifndef _SYS_SYSCALL_H
#define _SYS_SYSCALL_H 1

#ifdef __LP64__
#define SYS_gettid 186
#else
#define SYS_gettid 224
#endif

long syscall(long, ...);

#endif
