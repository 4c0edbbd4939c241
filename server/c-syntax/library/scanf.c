/* The family of scanf (C11 7.21.6). */
#include <stdlib.h>
#include <string.h>
#include <boolprog/stream.h>
#include <boolprog/thread.h>

int vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    size_t used;
    return __boolprog_scan(text, strlen(text), format, arguments, &used, 0);
}

/* All bytes that a stream has left, as a text of its own; of standard input, those that were put back. */
static char *rest_of(FILE *stream, size_t *length)
{
    char *text = NULL;
    size_t room = 0;
    *length = 0;
    __boolprog_begin();
    while (stream->descriptor != 0 || stream->pushed != EOF) {
        int byte = __boolprog_next_byte(stream);
        if (byte == EOF)
            break;
        if (*length == room) {
            room = 2 * room + 64;
            text = realloc(text, room);
        }
        text[(*length)++] = (char)byte;
    }
    __boolprog_end();
    return text;
}

/* Puts the bytes of a text that were not used back. */
static void give_back(FILE *stream, const char *text, size_t used, size_t length)
{
    __boolprog_begin();
    if (stream->descriptor != 0) {
        stream->position -= length - used;
        stream->at_end = used == length;
    } else {
        if (used < length)
            stream->pushed = (unsigned char)text[used];
        stream->at_end = __boolprog_has_ended();
    }
    __boolprog_end();
}

int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    __boolprog_may_cancel();
    size_t length, used;
    char *text = rest_of(stream, &length);
    int result = __boolprog_scan(text, length, format, arguments, &used, stream->descriptor == 0);
    give_back(stream, text, used, length);
    free(text);
    return result;
}

int vscanf(const char *restrict format, va_list arguments)
{
    return vfscanf(stdin, format, arguments);
}

int scanf(const char *restrict format, ...)
{
    __boolprog_with_list(vfscanf(stdin, format, arguments));
}

int fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    __boolprog_with_list(vfscanf(stream, format, arguments));
}

int sscanf(const char *restrict text, const char *restrict format, ...)
{
    __boolprog_with_list(vsscanf(text, format, arguments));
}

/* The names that the headers of the GNU library give them. */

int __isoc99_scanf(const char *restrict format, ...)
{
    __boolprog_with_list(vfscanf(stdin, format, arguments));
}

int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...)
{
    __boolprog_with_list(vfscanf(stream, format, arguments));
}

int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...)
{
    __boolprog_with_list(vsscanf(text, format, arguments));
}

int __isoc99_vscanf(const char *restrict format, va_list arguments)
{
    return vfscanf(stdin, format, arguments);
}

int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments)
{
    return vfscanf(stream, format, arguments);
}

int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments)
{
    return vsscanf(text, format, arguments);
}
