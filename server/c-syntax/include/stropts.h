/* Requests to streams, of which there is one. */
#ifndef _STROPTS_H
#define _STROPTS_H 1

#include <sys/ioctl.h>

#endif
