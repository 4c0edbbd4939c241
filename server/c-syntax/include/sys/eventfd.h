/* Linux: descriptors that count. */
#ifndef _SYS_EVENTFD_H
#define _SYS_EVENTFD_H 1

#include <stdint.h>

#define EFD_SEMAPHORE 1
#define EFD_CLOEXEC 02000000
#define EFD_NONBLOCK 04000

typedef uint64_t eventfd_t;

int eventfd(unsigned, int);
int eventfd_read(int, eventfd_t *);
int eventfd_write(int, eventfd_t);

#endif
