/* The heap, as older programs include it. */
#ifndef _MALLOC_H
#define _MALLOC_H 1

#include <stdlib.h>

size_t malloc_usable_size(void *);

#endif
