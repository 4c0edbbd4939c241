/* POSIX: waiting for one of several files. */
#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H 1

#include <features.h>
#include <bits/sigset.h>
#include <bits/timespec.h>
#include <bits/timeval.h>

#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(long))

typedef long fd_mask;
typedef struct { fd_mask fds_bits[FD_SETSIZE / NFDBITS]; } fd_set;

#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(fd_set)))
#define FD_SET(d, set) ((void)((set)->fds_bits[(d) / NFDBITS] |= (fd_mask)(1UL << (d) % NFDBITS)))
#define FD_CLR(d, set) ((void)((set)->fds_bits[(d) / NFDBITS] &= ~(fd_mask)(1UL << (d) % NFDBITS)))
#define FD_ISSET(d, set) (((set)->fds_bits[(d) / NFDBITS] & (fd_mask)(1UL << (d) % NFDBITS)) != 0)

int select(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, struct timeval *restrict);
int pselect(int, fd_set *restrict, fd_set *restrict, fd_set *restrict, const struct timespec *restrict,
            const sigset_t *restrict);

#endif
