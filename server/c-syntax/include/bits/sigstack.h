/* POSIX: stacks of signal handlers. */
#ifndef _BITS_SIGSTACK_H
#define _BITS_SIGSTACK_H 1

typedef __SIZE_TYPE__ size_t;

typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;

#endif
