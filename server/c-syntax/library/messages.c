/* Messages to the log of the system, which no one sees (POSIX), and warnings (BSD). */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>
#include <boolprog/machine.h>

void openlog(const char *name, int options, int facility)
{
}

void closelog(void)
{
}

int setlogmask(int mask)
{
    return LOG_UPTO(LOG_DEBUG);
}

void vsyslog(int priority, const char *format, va_list arguments)
{
    int length;
    __boolprog_release(__boolprog_format(format, arguments, &length));
}

void syslog(int priority, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}

void vwarnx(const char *format, va_list arguments)
{
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void warnx(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarnx(format, arguments);
    va_end(arguments);
}

void vwarn(const char *format, va_list arguments)
{
    int error = errno;
    vfprintf(stderr, format, arguments);
    fprintf(stderr, ": %s\n", strerror(error));
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vwarn(format, arguments);
    va_end(arguments);
}
