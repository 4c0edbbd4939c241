/* Numbers of system calls, by their other header. */
#ifndef _LINUX_UNISTD_H
#define _LINUX_UNISTD_H 1

#include <sys/syscall.h>

#endif
