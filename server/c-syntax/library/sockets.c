/* Sockets (POSIX): what comes from the network is any bytes. */
#include <errno.h>
#include <limits.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <boolprog/descriptor.h>

int socket(int family, int type, int protocol)
{
    return __boolprog_open();
}

int socketpair(int family, int type, int protocol, int pair[2])
{
    return __boolprog_pair(pair);
}

/* An address that the system tells, and its size. */
static void tell(struct sockaddr *restrict address, socklen_t *restrict size)
{
    if (address == NULL)
        return;
    __boolprog_assumption("addresses of sockets have the size that there is room for");
    __boolprog_supply(address, *size, *size);
}

int accept(int socket, struct sockaddr *restrict address, socklen_t *restrict size)
{
    pthread_testcancel();
    int descriptor = __boolprog_open();
    if (descriptor >= 0)
        tell(address, size);
    return descriptor;
}

int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict size, int flags)
{
    return accept(socket, address, size);
}

int bind(int socket, const struct sockaddr *address, socklen_t size)
{
    return __boolprog_succeeds();
}

int listen(int socket, int waiting)
{
    return __boolprog_succeeds();
}

int connect(int socket, const struct sockaddr *address, socklen_t size)
{
    pthread_testcancel();
    return __boolprog_succeeds();
}

int shutdown(int socket, int how)
{
    return __boolprog_succeeds();
}

int getsockname(int socket, struct sockaddr *restrict address, socklen_t *restrict size)
{
    if (__boolprog_succeeds() < 0)
        return -1;
    tell(address, size);
    return 0;
}

int getpeername(int socket, struct sockaddr *restrict address, socklen_t *restrict size)
{
    return getsockname(socket, address, size);
}

int setsockopt(int socket, int level, int option, const void *value, socklen_t size)
{
    __boolprog_output(0, value, size);
    return __boolprog_succeeds();
}

int getsockopt(int socket, int level, int option, void *restrict value, socklen_t *restrict size)
{
    if (__boolprog_succeeds() < 0)
        return -1;
    __boolprog_supply(value, *size, *size);
    *size = (socklen_t)__boolprog_choose(0, *size);
    return 0;
}

ssize_t recv(int socket, void *to, size_t size, int flags)
{
    return __boolprog_receive(to, size);
}

ssize_t recvfrom(int socket, void *restrict to, size_t size, int flags, struct sockaddr *restrict address,
                 socklen_t *restrict of_address)
{
    ssize_t count = __boolprog_receive(to, size);
    if (count >= 0)
        tell(address, of_address);
    return count;
}

ssize_t send(int socket, const void *from, size_t size, int flags)
{
    return __boolprog_send(from, size);
}

ssize_t sendto(int socket, const void *from, size_t size, int flags, const struct sockaddr *address, socklen_t of_address)
{
    return __boolprog_send(from, size);
}

int epoll_create(int size)
{
    return __boolprog_open();
}

int epoll_create1(int flags)
{
    return __boolprog_open();
}

int epoll_wait(int set, struct epoll_event *events, int most, int timeout)
{
    pthread_testcancel();
    __boolprog_comes_back();
    int ready = (int)__boolprog_choose(-1, most);
    if (ready < 0)
        return __boolprog_fails();
    if (ready > 0)
        __boolprog_supply(events, (size_t)ready * sizeof *events, (size_t)most * sizeof *events);
    return ready;
}

int eventfd(unsigned count, int flags)
{
    return __boolprog_open_own();
}

int eventfd_read(int descriptor, eventfd_t *count)
{
    return __boolprog_receive(count, sizeof *count) == sizeof *count ? 0 : -1;
}

int eventfd_write(int descriptor, eventfd_t count)
{
    return __boolprog_send(&count, sizeof count) == sizeof count ? 0 : -1;
}

int timerfd_create(clockid_t clock, int flags)
{
    return __boolprog_open_own();
}

int inotify_init(void)
{
    return __boolprog_open();
}

int inotify_init1(int flags)
{
    return __boolprog_open();
}

/* Of the files that are asked for, any number is ready. */
int poll(struct pollfd *files, nfds_t count, int timeout)
{
    pthread_testcancel();
    __boolprog_comes_back();
    int ready = (int)__boolprog_choose(-1, (long long)count);
    if (ready < 0 || (ready == 0 && timeout < 0))
        return __boolprog_fails();
    nfds_t left = (nfds_t)ready;
    for (nfds_t i = 0; i < count; i++) {
        int is_ready = left > 0 && (left == count - i || __boolprog_choose(0, 1));
        files[i].revents = is_ready ? (short)__boolprog_choose(1, SHRT_MAX) : 0;
        left -= (nfds_t)is_ready;
    }
    return ready;
}

/* Of a set of files, those that are ready. */
static void select_some(fd_set *set, int ready)
{
    if (set == NULL)
        return;
    for (int i = 0; i < FD_SETSIZE / NFDBITS; i++)
        set->fds_bits[i] &= ready == 0 ? 0 : (fd_mask)__boolprog_input(sizeof(fd_mask), 1);
}

int select(int count, fd_set *restrict read, fd_set *restrict write, fd_set *restrict other, struct timeval *restrict limit)
{
    pthread_testcancel();
    __boolprog_comes_back();
    int ready = (int)__boolprog_choose(-1, 3 * FD_SETSIZE);
    if (ready < 0 || (ready == 0 && limit == NULL))
        return __boolprog_fails();
    select_some(read, ready);
    select_some(write, ready);
    select_some(other, ready);
    if (limit != NULL)
        __boolprog_supply(limit, sizeof *limit, sizeof *limit);
    return ready;
}
