/* Bytes of a read or a write. */
#ifndef _BITS_IOVEC_H
#define _BITS_IOVEC_H 1

typedef __SIZE_TYPE__ size_t;

struct iovec {
    void *iov_base;
    size_t iov_len;
};

#endif
