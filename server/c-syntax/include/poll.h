/* POSIX: waiting for files. */
#ifndef _POLL_H
#define _POLL_H 1

#include <features.h>

#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32

typedef unsigned long nfds_t;

struct pollfd {
    int fd;
    short events, revents;
};

int poll(struct pollfd *, nfds_t, int);

#endif
