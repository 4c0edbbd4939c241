/* BSD: messages about errors. */
#ifndef _ERR_H
#define _ERR_H 1

#include <stdarg.h>

_Noreturn void err(int, const char *, ...);
_Noreturn void errx(int, const char *, ...);
_Noreturn void verr(int, const char *, va_list);
_Noreturn void verrx(int, const char *, va_list);
void warn(const char *, ...);
void warnx(const char *, ...);
void vwarn(const char *, va_list);
void vwarnx(const char *, va_list);

#endif
