/* POSIX: reads and writes that go on beside the program. */
#ifndef _AIO_H
#define _AIO_H 1

#include <fcntl.h>
#include <sys/types.h>
#include <bits/sigevent.h>

struct aiocb {
    int aio_fildes, aio_lio_opcode, aio_reqprio;
    volatile void *aio_buf;
    size_t aio_nbytes;
    struct sigevent aio_sigevent;
    struct aiocb *__next;
    int __abs_prio, __policy, __error_code;
    ssize_t __return_value;
    off_t aio_offset;
#ifndef __LP64__
    char __wide[4];
#endif
    char __unused[32];
};

#define AIO_CANCELED 0
#define AIO_NOTCANCELED 1
#define AIO_ALLDONE 2
#define LIO_READ 0
#define LIO_WRITE 1
#define LIO_NOP 2
#define LIO_WAIT 0
#define LIO_NOWAIT 1

int aio_read(struct aiocb *);
int aio_write(struct aiocb *);
int aio_fsync(int, struct aiocb *);
int aio_error(const struct aiocb *);
ssize_t aio_return(struct aiocb *);
int aio_cancel(int, struct aiocb *);
int aio_suspend(const struct aiocb *const[], int, const struct timespec *);
int lio_listio(int, struct aiocb *const[], int, struct sigevent *);

#endif
