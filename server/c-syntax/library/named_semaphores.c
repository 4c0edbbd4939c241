/* Semaphores with a name (POSIX): each lives as long as it has the name or is open somewhere. */
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <boolprog/machine.h>

/* The length of the longest name, as the size of what keeps one is to be known. */
enum { LONGEST = 31 };

/* The semaphore stands first, so that its address is that of the whole. One that has lost its name has an empty one. */
struct named {
    sem_t semaphore;
    char name[LONGEST + 1];
    int opened;
    struct named *next;
};

static struct named *all;

/* In a section, as the functions below. */
static struct named *find(const char *name)
{
    struct named *named = all;
    while (named != NULL && (named->name[0] == 0 || strcmp(named->name, name) != 0))
        named = named->next;
    return named;
}

static struct named *create(const char *name, unsigned value)
{
    struct named *named = __boolprog_keep(sizeof *named);
    strcpy(named->name, name);
    sem_init(&named->semaphore, 1, value);
    named->next = all;
    all = named;
    return named;
}

/* Releases what has neither a name nor a thread that has opened it. */
static void leave(struct named *named)
{
    if (named->opened > 0 || named->name[0] != 0)
        return;
    struct named **link = &all;
    while (*link != named)
        link = &(*link)->next;
    *link = named->next;
    free(named);
}

static sem_t *fail(int error)
{
    errno = error;
    return SEM_FAILED;
}

static sem_t *open_named(const char *name, int flags, unsigned value)
{
    struct named *named = find(name);
    if (named == NULL && !(flags & O_CREAT))
        return fail(ENOENT);
    if (named != NULL && flags & O_CREAT && flags & O_EXCL)
        return fail(EEXIST);
    if (named == NULL)
        named = create(name, value);
    named->opened++;
    return &named->semaphore;
}

sem_t *sem_open(const char *name, int flags, ...)
{
    __boolprog_assumption("no other program has a semaphore of this name, and the system gives the program what it asks for");
    if (strlen(name) > LONGEST)
        __boolprog_unsupported("The name of a semaphore has more than 31 characters.");
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        (void)va_arg(arguments, mode_t);
        value = va_arg(arguments, unsigned);
        va_end(arguments);
        if (value > SEM_VALUE_MAX)
            return fail(EINVAL);
    }
    __boolprog_begin();
    sem_t *semaphore = open_named(name, flags, value);
    __boolprog_end();
    return semaphore;
}

int sem_close(sem_t *semaphore)
{
    struct named *closed = (struct named *)semaphore;
    __boolprog_begin();
    struct named *named = all;
    while (named != NULL && named != closed)
        named = named->next;
    require(named != NULL && named->opened > 0, "The semaphore was not opened, or was closed before (POSIX: undefined).");
    named->opened--;
    leave(named);
    __boolprog_end();
    return 0;
}

int sem_unlink(const char *name)
{
    __boolprog_begin();
    struct named *named = find(name);
    if (named != NULL) {
        named->name[0] = 0;
        leave(named);
    }
    __boolprog_end();
    if (named != NULL)
        return 0;
    errno = ENOENT;
    return -1;
}
