/* The same as <termios.h>. */
#ifndef _SYS_TERMIOS_H
#define _SYS_TERMIOS_H 1

#include <termios.h>

#endif
