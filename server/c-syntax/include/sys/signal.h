/* The same as <signal.h>. */
#ifndef _SYS_SIGNAL_H
#define _SYS_SIGNAL_H 1

#include <signal.h>

#endif
