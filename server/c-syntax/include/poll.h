/* POSIX: waiting for files. */
#ifndef _POLL_H
#define _POLL_H 1

#include <features.h>
#include <bits/sigset.h>
#include <bits/timespec.h>

#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
#define POLLRDNORM 0x40
#define POLLRDBAND 0x80
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200
#define POLLRDHUP 0x2000

typedef unsigned long nfds_t;

struct pollfd {
    int fd;
    short events, revents;
};

int poll(struct pollfd *, nfds_t, int);
int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

#endif
