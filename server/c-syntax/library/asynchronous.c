/* Asynchronous reads and writes (POSIX): they go on after the call. */
#include <aio.h>
#include <boolprog/machine.h>

#define UNKNOWN "Asynchronous input and output is not known: use threads."

int aio_read(struct aiocb *request)
{
    __boolprog_unsupported(UNKNOWN);
}

int aio_write(struct aiocb *request)
{
    __boolprog_unsupported(UNKNOWN);
}

int lio_listio(int mode, struct aiocb *const requests[], int count, struct sigevent *event)
{
    __boolprog_unsupported(UNKNOWN);
}
