/* Linux: copies from one file to another. */
#ifndef _SYS_SENDFILE_H
#define _SYS_SENDFILE_H 1

#include <sys/types.h>

ssize_t sendfile(int, int, off_t *, size_t);

#endif
