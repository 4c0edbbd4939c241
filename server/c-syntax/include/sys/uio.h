/* POSIX: reads and writes of several parts of the memory. */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H 1

#include <features.h>
#include <sys/types.h>
#include <bits/iovec.h>

#define UIO_MAXIOV 1024

ssize_t readv(int, const struct iovec *, int);
ssize_t writev(int, const struct iovec *, int);
ssize_t preadv(int, const struct iovec *, int, off_t);
ssize_t pwritev(int, const struct iovec *, int, off_t);

#endif
