/* The same as <syslog.h>. */
#ifndef _SYS_SYSLOG_H
#define _SYS_SYSLOG_H 1

#include <syslog.h>

#endif
