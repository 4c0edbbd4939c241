/* The error number of each thread (C11 7.5). */
#include <errno.h>

static _Thread_local int number;

int *__errno_location(void)
{
    return &number;
}
