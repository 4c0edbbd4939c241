/* POSIX: queues of messages with names. */
#ifndef _MQUEUE_H
#define _MQUEUE_H 1

#include <fcntl.h>
#include <sys/types.h>
#include <bits/sigevent.h>

typedef int mqd_t;

struct mq_attr {
    long mq_flags, mq_maxmsg, mq_msgsize, mq_curmsgs, __reserved[4];
};

mqd_t mq_open(const char *, int, ...);
int mq_close(mqd_t);
int mq_unlink(const char *);
int mq_getattr(mqd_t, struct mq_attr *);
int mq_setattr(mqd_t, const struct mq_attr *restrict, struct mq_attr *restrict);
int mq_notify(mqd_t, const struct sigevent *);
int mq_send(mqd_t, const char *, size_t, unsigned);
ssize_t mq_receive(mqd_t, char *, size_t, unsigned *);
int mq_timedsend(mqd_t, const char *, size_t, unsigned, const struct timespec *);
ssize_t mq_timedreceive(mqd_t, char *restrict, size_t, unsigned *restrict, const struct timespec *restrict);

#endif
