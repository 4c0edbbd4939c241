/* The state of a thread, by its other name. */
#ifndef _SYS_UCONTEXT_H
#define _SYS_UCONTEXT_H 1

#include <ucontext.h>

#endif
