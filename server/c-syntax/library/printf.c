/* The family of printf (C11 7.21.6). All of them format to a text first, and then do with it what their name says. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <boolprog/stream.h>

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    int length;
    char *text = __boolprog_format(format, arguments, &length);
    if (length > 0 && fwrite(text, 1, (size_t)length, stream) == 0)
        length = -1;
    __boolprog_release(text);
    return length;
}

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments)
{
    int length;
    char *text = __boolprog_format(format, arguments, &length);
    if (length >= 0 && size > 0) {
        size_t count = (size_t)length < size ? (size_t)length : size - 1;
        __boolprog_copy(to, text, count);
        to[count] = 0;
    }
    __boolprog_release(text);
    return length;
}

int vsprintf(char *restrict to, const char *restrict format, va_list arguments)
{
    return vsnprintf(to, -1, format, arguments);
}

int vasprintf(char **restrict to, const char *restrict format, va_list arguments)
{
    int length;
    char *text = __boolprog_format(format, arguments, &length);
    if (length >= 0) {
        *to = malloc(length + 1);
        memcpy(*to, text, length + 1);
    }
    free(text);
    return length;
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments)
{
    if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO)
        return vfprintf(descriptor == STDOUT_FILENO ? stdout : stderr, format, arguments);
    char *text;
    int length = vasprintf(&text, format, arguments);
    if (length < 0)
        return length;
    int sent = (int)write(descriptor, text, (size_t)length);
    free(text);
    return sent;
}

int vprintf(const char *restrict format, va_list arguments)
{
    return vfprintf(stdout, format, arguments);
}

int printf(const char *restrict format, ...)
{
    __boolprog_with_list(vfprintf(stdout, format, arguments));
}

int fprintf(FILE *restrict stream, const char *restrict format, ...)
{
    __boolprog_with_list(vfprintf(stream, format, arguments));
}

int dprintf(int descriptor, const char *restrict format, ...)
{
    __boolprog_with_list(vdprintf(descriptor, format, arguments));
}

int sprintf(char *restrict to, const char *restrict format, ...)
{
    __boolprog_with_list(vsprintf(to, format, arguments));
}

int snprintf(char *restrict to, size_t size, const char *restrict format, ...)
{
    __boolprog_with_list(vsnprintf(to, size, format, arguments));
}

int asprintf(char **restrict to, const char *restrict format, ...)
{
    __boolprog_with_list(vasprintf(to, format, arguments));
}

/* The names that the headers of the GNU library use when they are asked to check sizes. */

int __printf_chk(int flag, const char *restrict format, ...)
{
    __boolprog_with_list(vfprintf(stdout, format, arguments));
}

int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...)
{
    __boolprog_with_list(vfprintf(stream, format, arguments));
}

int __vprintf_chk(int flag, const char *restrict format, va_list arguments)
{
    return vfprintf(stdout, format, arguments);
}

int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list arguments)
{
    return vfprintf(stream, format, arguments);
}

int __sprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, ...)
{
    __boolprog_with_list(vsprintf(to, format, arguments));
}

int __snprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format, ...)
{
    __boolprog_with_list(vsnprintf(to, size, format, arguments));
}

int __vsprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, va_list arguments)
{
    return vsprintf(to, format, arguments);
}

int __vsnprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format, va_list arguments)
{
    return vsnprintf(to, size, format, arguments);
}
