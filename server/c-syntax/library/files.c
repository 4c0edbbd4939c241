/* Files, which live in the memory as long as the program runs. One that the program has not made may be there or not. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <boolprog/stream.h>
#include <boolprog/thread.h>

#define MADE "a file that the program opens to write can be made, and was empty"

/* The files that have a name. */
static struct __boolprog_content *files;

static struct __boolprog_content **find(const char *name)
{
    struct __boolprog_content **link = &files;
    while (*link != NULL && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    return link;
}

static char *kept(const char *name)
{
    return strcpy(__boolprog_keep(strlen(name) + 1), name);
}

static void release(struct __boolprog_content *content)
{
    if (content->streams == 0 && content->name == NULL) {
        free(content->bytes);
        free(content);
    }
}

static struct __boolprog_content *create(char *name)
{
    struct __boolprog_content *content = __boolprog_keep(sizeof *content);
    content->name = name;
    if (name != NULL) {
        content->next = files;
        files = content;
    }
    return content;
}

static void open(FILE *stream, struct __boolprog_content *content, const char *mode)
{
    int has_both = strchr(mode, '+') != NULL;
    memset(stream, 0, sizeof *stream);
    stream->descriptor = -1;
    stream->can_read = *mode == 'r' || has_both;
    stream->can_write = *mode != 'r' || has_both;
    stream->appends = *mode == 'a';
    stream->pushed = EOF;
    stream->content = content;
    if (content != NULL)
        content->streams++;
}

/* Opens a file by its name, unless there is no such file and the mode does not make one. One from outside gives anything. */
static int open_name(FILE *stream, const char *name, const char *mode)
{
    if (*mode != 'r' && *mode != 'w' && *mode != 'a')
        return EINVAL;
    char *copy = kept(name);
    if (*mode != 'r')
        __boolprog_assumption(MADE);
    __boolprog_begin();
    struct __boolprog_content *content = *find(copy);
    int is_new = content == NULL;
    if (is_new && *mode != 'r')
        content = create(copy);
    int is_outside = content == NULL && __boolprog_choose(0, 1);
    int is_open = content != NULL || is_outside;
    if (is_open) {
        if (*mode == 'w')
            content->size = 0;
        open(stream, content, mode);
        stream->is_outside = is_outside;
    }
    __boolprog_end();
    if (!is_new || content == NULL)
        free(copy);
    return is_open ? 0 : ENOENT;
}

FILE *fopen(const char *restrict name, const char *restrict mode)
{
    __boolprog_may_cancel();
    FILE *stream = malloc(sizeof *stream);
    int failure = open_name(stream, name, mode);
    if (failure == 0)
        return stream;
    free(stream);
    errno = failure;
    return NULL;
}

FILE *tmpfile(void)
{
    FILE *stream = malloc(sizeof *stream);
    __boolprog_assumption(MADE);
    __boolprog_begin();
    open(stream, create(NULL), "w+");
    __boolprog_end();
    return stream;
}

static void close(FILE *stream)
{
    if (stream->content != NULL) {
        stream->content->streams--;
        release(stream->content);
    }
}

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream)
{
    __boolprog_may_cancel();
    if (name == NULL)
        __boolprog_unsupported("The mode of a stream cannot be changed: give freopen a name.");
    __boolprog_begin();
    close(stream);
    __boolprog_end();
    int failure = open_name(stream, name, mode);
    if (failure == 0)
        return stream;
    errno = failure;
    return NULL;
}

int fclose(FILE *stream)
{
    __boolprog_may_cancel();
    __boolprog_begin();
    close(stream);
    int is_standard = stream->descriptor >= 0;
    __boolprog_end();
    if (!is_standard)
        free(stream);
    return 0;
}

int remove(const char *name)
{
    char *copy = kept(name);
    __boolprog_begin();
    struct __boolprog_content **link = find(copy);
    struct __boolprog_content *content = *link;
    if (content != NULL) {
        *link = content->next;
        free(content->name);
        content->name = NULL;
        release(content);
    }
    int is_done = content != NULL || __boolprog_choose(0, 1);
    __boolprog_end();
    free(copy);
    if (is_done)
        return 0;
    errno = ENOENT;
    return -1;
}

int rename(const char *from, const char *to)
{
    if (strcmp(from, to) == 0)
        return 0;
    char *old = strdup(from), *name = strdup(to);
    remove(name);
    __boolprog_begin();
    struct __boolprog_content *content = *find(old);
    if (content != NULL) {
        free(content->name);
        content->name = name;
    }
    int is_done = content != NULL || __boolprog_choose(0, 1);
    __boolprog_end();
    free(old);
    if (content == NULL)
        free(name);
    if (is_done)
        return 0;
    errno = ENOENT;
    return -1;
}

int unlink(const char *name)
{
    return remove(name);
}

int access(const char *name, int mode)
{
    char *copy = kept(name);
    __boolprog_begin();
    int is_there = *find(copy) != NULL || __boolprog_choose(0, 1);
    __boolprog_end();
    free(copy);
    if (is_there)
        return 0;
    errno = ENOENT;
    return -1;
}

char *tmpnam(char *name)
{
    static char own[L_tmpnam];
    static unsigned number;
    if (name == NULL)
        name = own;
    __boolprog_begin();
    unsigned next = number++;
    __boolprog_end();
    sprintf(name, "/tmp/file%u", next);
    return name;
}
