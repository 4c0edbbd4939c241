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

/* The word that a thread keeps for a stream is the number of times that it has locked it. In a section. */
static void lock_stream(FILE *stream)
{
    stream->is_locked = 1;
    __boolprog_set_own(stream, __boolprog_own(stream) + 1);
}

#define can_lock(stream) (!(stream)->is_locked || __boolprog_own(stream) > 0)

void flockfile(FILE *stream)
{
    __boolprog_observe_wait("stream", stream);
    __boolprog_begin();
    __boolprog_await(can_lock(stream));
    lock_stream(stream);
    __boolprog_end();
}

int ftrylockfile(FILE *stream)
{
    __boolprog_begin();
    int is_free = can_lock(stream);
    if (is_free)
        lock_stream(stream);
    __boolprog_end();
    return !is_free;
}

void funlockfile(FILE *stream)
{
    __boolprog_begin();
    long own = __boolprog_own(stream);
    require(own > 0, "The stream is unlocked by a thread that has not locked it (POSIX: undefined).");
    __boolprog_set_own(stream, own - 1);
    stream->is_locked = own > 1;
    __boolprog_end();
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
