/* GNU: messages about errors. */
#ifndef _ERROR_H
#define _ERROR_H 1

#include <stdio.h>
#include <stdlib.h>

/* Ends the program unless the status is 0. */
#define error(status, number, ...)      \
    __extension__({                     \
        int __boolprog_status = (status);        \
        (void)(number);                 \
        fprintf(stderr, __VA_ARGS__);   \
        if (__boolprog_status != 0)              \
            exit(__boolprog_status);             \
    })

#endif
