/* Knowledge that the parts of the library share about streams. */
#ifndef _BOOLPROG_STREAM_H
#define _BOOLPROG_STREAM_H 1

#include <stdarg.h>
#include <stdio.h>
#include <boolprog/machine.h>

/* A file in the memory. It is released when it has no name and no stream. */
struct __boolprog_content {
    char *name;
    char *bytes;
    size_t size, capacity;
    int streams;
    struct __boolprog_content *next;
};

/* A stream. That of a descriptor has no content, nor has one of a file from outside, which the program has not made: what they give is
   taken when it is read. */
struct _IO_FILE {
    int descriptor, is_outside;
    int can_read, can_write, appends, at_end, has_failed;
    int pushed;
    struct __boolprog_content *content;
    size_t position;
    int is_locked;
};

/* The result of a call with the arguments after `format` as a list. */
#define __boolprog_with_list(call) \
    va_list arguments;             \
    va_start(arguments, format);   \
    int result = call;             \
    va_end(arguments);             \
    return result

/* The next byte, which is taken; EOF if there is none. In a section. */
int __boolprog_next_byte(FILE *stream);

#endif
