/* The same as <errno.h>. */
#ifndef _LINUX_ERRNO_H
#define _LINUX_ERRNO_H 1

#include <errno.h>

#endif
