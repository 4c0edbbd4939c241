/* The meaning of error numbers (C11 7.24.6.2). */
#include <errno.h>
#include <stdio.h>
#include <string.h>

char *__strerror_r(int, char *, size_t);

char *strerror(int error)
{
    static _Thread_local char other[32];
    switch (error) {
    case 0:
        return "Success";
    case EPERM:
        return "Operation not permitted";
    case ENOENT:
        return "No such file or directory";
    case ESRCH:
        return "No such process";
    case EINTR:
        return "Interrupted system call";
    case EIO:
        return "Input/output error";
    case EBADF:
        return "Bad file descriptor";
    case EAGAIN:
        return "Resource temporarily unavailable";
    case ENOMEM:
        return "Cannot allocate memory";
    case EACCES:
        return "Permission denied";
    case EFAULT:
        return "Bad address";
    case EBUSY:
        return "Device or resource busy";
    case EEXIST:
        return "File exists";
    case EINVAL:
        return "Invalid argument";
    case ESPIPE:
        return "Illegal seek";
    case EPIPE:
        return "Broken pipe";
    case EDOM:
        return "Numerical argument out of domain";
    case ERANGE:
        return "Numerical result out of range";
    case EDEADLK:
        return "Resource deadlock avoided";
    case EOVERFLOW:
        return "Value too large for defined data type";
    case EILSEQ:
        return "Invalid or incomplete multibyte or wide character";
    case ENOTSUP:
        return "Operation not supported";
    case ETIMEDOUT:
        return "Connection timed out";
    case ECANCELED:
        return "Operation canceled";
    default:
        sprintf(other, "Unknown error %d", error);
        return other;
    }
}

int strerror_r(int error, char *to, size_t size)
{
    const char *text = strerror(error);
    if (strlen(text) >= size)
        return ERANGE;
    strcpy(to, text);
    return 0;
}

/* That of GNU. */
char *__strerror_r(int error, char *to, size_t size)
{
    return strerror(error);
}

int __xpg_strerror_r(int error, char *to, size_t size)
{
    return strerror_r(error, to, size);
}
