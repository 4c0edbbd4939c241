/* The same as <fcntl.h>. */
#ifndef _SYS_FCNTL_H
#define _SYS_FCNTL_H 1

#include <fcntl.h>

#endif
