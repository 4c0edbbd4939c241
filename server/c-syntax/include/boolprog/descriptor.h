/* Knowledge that the parts of the library share about descriptors. */
#ifndef _BOOLPROG_DESCRIPTOR_H
#define _BOOLPROG_DESCRIPTOR_H 1

#include <sys/types.h>
#include <boolprog/machine.h>

/* -1, for any reason. */
int __boolprog_fails(void);

/* 0, or -1 for any reason. */
int __boolprog_succeeds(void);

/* A new descriptor, or -1; one of what gives the program what it has written itself; two of that, which differ. */
int __boolprog_open(void);
int __boolprog_open_own(void);
int __boolprog_pair(int pair[2]);

/* From here on, a violation is doubtful if what the program writes itself may come back. */
void __boolprog_comes_back(void);

/* Bytes that come from outside or go there, up to a number of them, at a cancellation point: their number, or -1. */
ssize_t __boolprog_receive(void *to, size_t size);
ssize_t __boolprog_send(const void *from, size_t size);

#endif
