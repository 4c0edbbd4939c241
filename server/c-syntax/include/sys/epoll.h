/* Linux: waiting for many files. */
#ifndef _SYS_EPOLL_H
#define _SYS_EPOLL_H 1

#include <stdint.h>
#include <sys/types.h>

#define EPOLL_CLOEXEC 02000000
#define EPOLLIN 1u
#define EPOLLPRI 2u
#define EPOLLOUT 4u
#define EPOLLERR 8u
#define EPOLLHUP 0x10u
#define EPOLLRDHUP 0x2000u
#define EPOLLEXCLUSIVE (1u << 28)
#define EPOLLONESHOT (1u << 30)
#define EPOLLET (1u << 31)
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3

typedef union epoll_data {
    void *ptr;
    int fd;
    uint32_t u32;
    uint64_t u64;
} epoll_data_t;

struct epoll_event {
    uint32_t events;
    epoll_data_t data;
}
#ifdef __x86_64__
__attribute__((packed))
#endif
;

int epoll_create(int);
int epoll_create1(int);
int epoll_ctl(int, int, int, struct epoll_event *);
int epoll_wait(int, struct epoll_event *, int, int);
int epoll_pwait(int, struct epoll_event *, int, int, const sigset_t *);

#endif
