/* Streams: the standard ones, and those of files that live in the memory. The effect of a call on a stream is one step, as if each
   stream had a lock (C11 7.21.2p7). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <boolprog/stream.h>
#include <boolprog/thread.h>

static FILE in = {.descriptor = 0, .can_read = 1, .pushed = EOF};
static FILE out = {.descriptor = 1, .can_write = 1, .pushed = EOF};
static FILE error = {.descriptor = 2, .can_write = 1, .pushed = EOF};

FILE *stdin = &in;
FILE *stdout = &out;
FILE *stderr = &error;

static void grow(struct __boolprog_content *content, size_t size)
{
    if (size > content->capacity) {
        content->capacity = size > 2 * content->capacity ? size : 2 * content->capacity;
        char *bytes = __boolprog_keep(content->capacity);
        if (content->bytes != NULL)
            memcpy(bytes, content->bytes, content->size);
        free(content->bytes);
        content->bytes = bytes;
    }
    if (size > content->size) {
        memset(content->bytes + content->size, 0, size - content->size);
        content->size = size;
    }
}

/* The unknown state of a file from outside. */
static void inside(FILE *stream)
{
    if (stream->is_outside)
        __boolprog_unsupported("A file that the program has not made is only read, from its beginning on.");
}

int __boolprog_next_byte(FILE *stream)
{
    if (!stream->can_read) {
        errno = EBADF;
        stream->has_failed = 1;
        return EOF;
    }
    int byte = stream->pushed;
    stream->pushed = EOF;
    if (byte != EOF)
        return byte;
    if (stream->descriptor == 0 || stream->is_outside)
        byte = __boolprog_take();
    else if (stream->position < stream->content->size)
        byte = (unsigned char)stream->content->bytes[stream->position++];
    if (byte == EOF)
        stream->at_end = 1;
    return byte;
}

int fgetc(FILE *stream)
{
    __boolprog_may_cancel();
    __boolprog_begin();
    int byte = __boolprog_next_byte(stream);
    __boolprog_end();
    return byte;
}

int ungetc(int byte, FILE *stream)
{
    __boolprog_begin();
    int is_done = byte != EOF && stream->can_read && stream->pushed == EOF;
    if (is_done) {
        size_t at = stream->position;
        if (at > 0 && stream->content->bytes[at - 1] == (char)byte)
            stream->position--;
        else
            stream->pushed = (unsigned char)byte;
        stream->at_end = 0;
    }
    __boolprog_end();
    return is_done ? (unsigned char)byte : EOF;
}

/* Takes bytes up to a number of them, and up to the end of the line if that is asked for. They are copied first, so that what
   the program does with its own memory at the same time is compared with the accesses of the call. */
static size_t take(void *to, size_t size, int is_line, FILE *stream)
{
    char *taken = __boolprog_keep(size);
    size_t count = 0;
    __boolprog_begin();
    while (count < size) {
        int byte = __boolprog_next_byte(stream);
        if (byte == EOF)
            break;
        taken[count++] = (char)byte;
        if (is_line && byte == '\n')
            break;
    }
    __boolprog_end();
    memcpy(to, taken, count);
    free(taken);
    return count;
}

size_t fread(void *restrict to, size_t size, size_t number, FILE *restrict stream)
{
    __boolprog_may_cancel();
    return size == 0 || number == 0 ? 0 : take(to, size * number, 0, stream) / size;
}

char *fgets(char *restrict to, int size, FILE *restrict stream)
{
    __boolprog_may_cancel();
    if (size < 1)
        return NULL;
    size_t count = take(to, (size_t)size - 1, 1, stream);
    if (count == 0 && size > 1)
        return NULL;
    to[count] = 0;
    return to;
}

char *gets(char *to)
{
    __boolprog_may_cancel();
    int byte;
    size_t count = 0;
    while ((byte = fgetc(stdin)) != EOF && byte != '\n')
        to[count++] = (char)byte;
    if (byte == EOF && count == 0)
        return NULL;
    to[count] = 0;
    return to;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int end, FILE *restrict stream)
{
    __boolprog_may_cancel();
    size_t count = 0;
    if (*line == NULL)
        *size = 0;
    for (;;) {
        int byte = fgetc(stream);
        if (byte == EOF && count == 0)
            return -1;
        if (count + 2 > *size) {
            *size = 2 * *size + 120;
            *line = realloc(*line, *size);
        }
        if (byte != EOF)
            (*line)[count++] = (char)byte;
        if (byte == EOF || byte == end)
            break;
    }
    (*line)[count] = 0;
    return (ssize_t)count;
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict stream)
{
    return getdelim(line, size, '\n', stream);
}

static int put(FILE *stream, const char *bytes, size_t size)
{
    int is_done = stream->can_write;
    if (is_done) {
        struct __boolprog_content *content = stream->content;
        if (stream->appends)
            stream->position = content->size;
        grow(content, stream->position + size);
        memcpy(content->bytes + stream->position, bytes, size);
        stream->position += size;
        stream->pushed = EOF;
    } else {
        errno = EBADF;
        stream->has_failed = 1;
    }
    return is_done;
}

size_t fwrite(const void *restrict from, size_t size, size_t number, FILE *restrict stream)
{
    __boolprog_may_cancel();
    size_t all = size * number;
    if (all == 0)
        return 0;
    if (stream->descriptor > 0) {
        __boolprog_output(stream->descriptor, from, all);
        return number;
    }
    inside(stream);
    char *bytes = __boolprog_keep(all);
    memcpy(bytes, from, all);
    __boolprog_begin();
    int is_done = put(stream, bytes, all);
    __boolprog_end();
    free(bytes);
    return is_done ? number : 0;
}

int fputc(int byte, FILE *stream)
{
    char value = (char)byte;
    return fwrite(&value, 1, 1, stream) == 1 ? (unsigned char)byte : EOF;
}

int fputs(const char *restrict text, FILE *restrict stream)
{
    size_t size = strlen(text);
    return fwrite(text, 1, size, stream) == size ? 1 : EOF;
}

int puts(const char *text)
{
    return fputs(text, stdout) == EOF ? EOF : fputc('\n', stdout) == EOF ? EOF : (int)strlen(text) + 1;
}

int fseek(FILE *stream, long offset, int whence)
{
    inside(stream);
    __boolprog_begin();
    long size = stream->content == NULL ? 0 : (long)stream->content->size;
    long from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (long)stream->position - (stream->pushed != EOF) : size;
    int is_done = stream->content != NULL && stream->descriptor != 0 && whence >= SEEK_SET && whence <= SEEK_END
                  && offset >= -from;
    if (is_done) {
        stream->position = (size_t)(from + offset);
        stream->at_end = 0;
        stream->pushed = EOF;
    }
    __boolprog_end();
    if (is_done)
        return 0;
    errno = stream->descriptor >= 0 ? ESPIPE : EINVAL;
    return -1;
}

long ftell(FILE *stream)
{
    if (stream->descriptor >= 0) {
        errno = ESPIPE;
        return -1;
    }
    inside(stream);
    __boolprog_begin();
    long position = (long)stream->position - (stream->pushed != EOF);
    __boolprog_end();
    return position;
}

void clearerr(FILE *stream)
{
    __boolprog_begin();
    stream->at_end = 0;
    stream->has_failed = 0;
    __boolprog_end();
}

void rewind(FILE *stream)
{
    fseek(stream, 0, SEEK_SET);
    clearerr(stream);
}

int feof(FILE *stream)
{
    __boolprog_begin();
    int result = stream->at_end;
    __boolprog_end();
    return result;
}

int ferror(FILE *stream)
{
    __boolprog_begin();
    int result = stream->has_failed;
    __boolprog_end();
    return result;
}

int fileno(FILE *stream)
{
    if (stream->descriptor < 0)
        errno = EBADF;
    return stream->descriptor;
}
