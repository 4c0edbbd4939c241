/* BSD: numbers and small macros of the system. */
#ifndef _SYS_PARAM_H
#define _SYS_PARAM_H 1

#include <endian.h>
#include <limits.h>
#include <signal.h>
#include <sys/types.h>

#define NBBY CHAR_BIT
#define MAXPATHLEN 4096
#define MAXHOSTNAMELEN 64

#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#define setbit(a, i) ((a)[(i) / NBBY] |= 1 << ((i) % NBBY))
#define clrbit(a, i) ((a)[(i) / NBBY] &= ~(1 << ((i) % NBBY)))
#define isset(a, i) ((a)[(i) / NBBY] & (1 << ((i) % NBBY)))
#define isclr(a, i) (((a)[(i) / NBBY] & (1 << ((i) % NBBY))) == 0)

#endif
