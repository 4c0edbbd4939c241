/* Descriptors (POSIX): 0, 1 and 2 are the standard streams. All others stand for what is outside of the program, such as files and
   connections: any bytes come from there, any number of bytes goes there, and every call may fail. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <boolprog/descriptor.h>

int __boolprog_fails(void)
{
    errno = (int)__boolprog_choose(1, EHWPOISON);
    return -1;
}

int __boolprog_succeeds(void)
{
    return __boolprog_choose(-1, 0) == 0 ? 0 : __boolprog_fails();
}

int __boolprog_open(void)
{
    __boolprog_assumption("a descriptor that the system gives is any number from 3 on, also one that is open");
    int number = (int)__boolprog_choose(-1, INT_MAX - 4);
    return number < 0 ? __boolprog_fails() : STDERR_FILENO + 1 + number;
}

/* True if bytes that the program writes itself may come back. */
static int has_own;

int __boolprog_open_own(void)
{
    __boolprog_begin();
    has_own = 1;
    __boolprog_end();
    return __boolprog_open();
}

void __boolprog_comes_back(void)
{
    __boolprog_begin();
    int is_doubtful = has_own;
    __boolprog_end();
    if (is_doubtful)
        __boolprog_doubt("a pipe, a queue, or a file that the program writes, gives what was not written to it");
}

/* True if the program has opened files to read, or to write: one that it opens for both is its own, and so may be two. */
static int has_readable, has_writable;

static int open_file(int flags)
{
    __boolprog_begin();
    has_readable |= (flags & O_ACCMODE) != O_WRONLY;
    has_writable |= (flags & O_ACCMODE) != O_RDONLY;
    int is_own = has_readable && has_writable;
    __boolprog_end();
    return is_own ? __boolprog_open_own() : __boolprog_open();
}

ssize_t __boolprog_receive(void *to, size_t size)
{
    pthread_testcancel();
    __boolprog_comes_back();
    ssize_t count = size > SSIZE_MAX ? -1 : (ssize_t)__boolprog_choose(-1, (long long)size);
    if (count < 0)
        return __boolprog_fails();
    if (count > 0)
        __boolprog_supply(to, (size_t)count, size);
    return count;
}

ssize_t __boolprog_send(const void *from, size_t size)
{
    pthread_testcancel();
    ssize_t count = size > SSIZE_MAX ? -1 : (ssize_t)__boolprog_choose(-1, (long long)size);
    if (count < 0)
        return __boolprog_fails();
    __boolprog_output(0, from, size);
    return count;
}

int open(const char *path, int flags, ...)
{
    pthread_testcancel();
    return open_file(flags);
}

int openat(int folder, const char *path, int flags, ...)
{
    pthread_testcancel();
    return open_file(flags);
}

int creat(const char *path, mode_t mode)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int shm_open(const char *name, int flags, mode_t mode)
{
    return open_file(flags);
}

int memfd_create(const char *name, unsigned flags)
{
    return __boolprog_open_own();
}

int dup(int descriptor)
{
    return __boolprog_open();
}

int dup2(int descriptor, int to)
{
    return to >= 0 && __boolprog_succeeds() == 0 ? to : __boolprog_fails();
}

int dup3(int descriptor, int to, int flags)
{
    return dup2(descriptor, to);
}

int __boolprog_pair(int pair[2])
{
    int first = __boolprog_open_own();
    if (first < 0)
        return -1;
    int second = __boolprog_open_own();
    if (second < 0)
        return -1;
    pair[0] = first;
    pair[1] = second < first ? second : second + 1;
    return 0;
}

int pipe(int pair[2])
{
    return __boolprog_pair(pair);
}

int pipe2(int pair[2], int flags)
{
    return __boolprog_pair(pair);
}

int close(int descriptor)
{
    pthread_testcancel();
    return descriptor >= 0 && descriptor <= STDERR_FILENO ? 0 : __boolprog_succeeds();
}

ssize_t read(int descriptor, void *to, size_t size)
{
    if (descriptor != STDIN_FILENO)
        return __boolprog_receive(to, size);
    pthread_testcancel();
    return __boolprog_succeeds() < 0 ? -1 : (ssize_t)fread(to, 1, size, stdin);
}

ssize_t pread(int descriptor, void *to, size_t size, off_t offset)
{
    return __boolprog_receive(to, size);
}

ssize_t write(int descriptor, const void *from, size_t size)
{
    if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
        return __boolprog_send(from, size);
    pthread_testcancel();
    __boolprog_output(descriptor, from, size);
    return (ssize_t)size;
}

ssize_t pwrite(int descriptor, const void *from, size_t size, off_t offset)
{
    return __boolprog_send(from, size);
}

/* The parts are read or written one after the other, up to the first of which not all bytes are. */
static ssize_t vectored(int descriptor, const struct iovec *parts, int count, int writes)
{
    ssize_t all = 0;
    for (int i = 0; i < count; i++) {
        size_t size = parts[i].iov_len;
        ssize_t part = writes ? write(descriptor, parts[i].iov_base, size) : read(descriptor, parts[i].iov_base, size);
        if (part < 0)
            return all > 0 ? all : -1;
        all += part;
        if ((size_t)part < size)
            break;
    }
    return all;
}

ssize_t readv(int descriptor, const struct iovec *parts, int count)
{
    return vectored(descriptor, parts, count, 0);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
    return vectored(descriptor, parts, count, 1);
}

/* A structure that the system fills. */
static int filled(void *to, size_t size)
{
    if (__boolprog_succeeds() < 0)
        return -1;
    __boolprog_supply(to, size, size);
    return 0;
}

int stat(const char *restrict path, struct stat *restrict to)
{
    return filled(to, sizeof *to);
}

int lstat(const char *restrict path, struct stat *restrict to)
{
    return filled(to, sizeof *to);
}

int fstat(int descriptor, struct stat *to)
{
    return filled(to, sizeof *to);
}

int fsync(int descriptor)
{
    pthread_testcancel();
    return __boolprog_succeeds();
}

int fdatasync(int descriptor)
{
    return fsync(descriptor);
}

int tcdrain(int descriptor)
{
    return fsync(descriptor);
}

int ftruncate(int descriptor, off_t size)
{
    return __boolprog_succeeds();
}

off_t lseek(int descriptor, off_t offset, int from)
{
    off_t at = (off_t)__boolprog_choose(-1, LONG_MAX);
    return at < 0 ? __boolprog_fails() : at;
}
