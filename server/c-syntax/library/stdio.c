/* The rest of <stdio.h>, by what streams can do. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <boolprog/stream.h>
#include <boolprog/thread.h>

#undef getc
#undef putc

int getc(FILE *stream)
{
    return fgetc(stream);
}

int getc_unlocked(FILE *stream)
{
    return fgetc(stream);
}

int _IO_getc(FILE *stream)
{
    return fgetc(stream);
}

int getchar(void)
{
    return fgetc(stdin);
}

int getchar_unlocked(void)
{
    return fgetc(stdin);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t number, FILE *restrict stream)
{
    return fread(to, size, number, stream);
}

int putc(int byte, FILE *stream)
{
    return fputc(byte, stream);
}

int putc_unlocked(int byte, FILE *stream)
{
    return fputc(byte, stream);
}

int _IO_putc(int byte, FILE *stream)
{
    return fputc(byte, stream);
}

int putchar(int byte)
{
    return fputc(byte, stdout);
}

int putchar_unlocked(int byte)
{
    return fputc(byte, stdout);
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream)
{
    return fputs(text, stream);
}

size_t fwrite_unlocked(const void *restrict from, size_t size, size_t number, FILE *restrict stream)
{
    return fwrite(from, size, number, stream);
}

int fseeko(FILE *stream, off_t offset, int whence)
{
    return fseek(stream, offset, whence);
}

off_t ftello(FILE *stream)
{
    return ftell(stream);
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position)
{
    position->__position = ftell(stream);
    return position->__position < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    return fseek(stream, position->__position, SEEK_SET);
}

void perror(const char *text)
{
    const char *message = strerror(errno);
    if (text != NULL && *text != 0)
        fprintf(stderr, "%s: %s\n", text, message);
    else
        fprintf(stderr, "%s\n", message);
}

int fflush(FILE *stream)
{
    __boolprog_may_cancel();
    return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
}

void setbuffer(FILE *stream, char *buffer, size_t size)
{
}

void setlinebuf(FILE *stream)
{
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size)
{
    return 0;
}

void flockfile(FILE *stream)
{
}

int ftrylockfile(FILE *stream)
{
    return 0;
}

void funlockfile(FILE *stream)
{
}

FILE *fdopen(int descriptor, const char *mode)
{
    switch (descriptor) {
    case 0:
        return stdin;
    case 1:
        return stdout;
    case 2:
        return stderr;
    default:
        __boolprog_unsupported("Only the standard descriptors have streams: use read and write for others.");
    }
}

FILE *fmemopen(void *restrict buffer, size_t size, const char *restrict mode)
{
    __boolprog_unsupported("Streams of the program's own memory are not known: use sprintf and sscanf.");
}

FILE *open_memstream(char **text, size_t *size)
{
    __boolprog_unsupported("Streams of the program's own memory are not known: use sprintf and sscanf.");
}

FILE *popen(const char *command, const char *mode)
{
    __boolprog_unsupported("Other programs are not started: there is no popen.");
}

int pclose(FILE *stream)
{
    __boolprog_unsupported("Other programs are not started: there is no popen.");
}
