/* The same as <stddef.h>. */
#ifndef _LINUX_STDDEF_H
#define _LINUX_STDDEF_H 1

#include <stddef.h>

#endif
