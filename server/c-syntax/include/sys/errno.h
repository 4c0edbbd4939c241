/* The same as <errno.h>. */
#ifndef _SYS_ERRNO_H
#define _SYS_ERRNO_H 1

#include <errno.h>

#endif
