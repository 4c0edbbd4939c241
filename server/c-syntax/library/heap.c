/* The heap (C11 7.22.3). Memory never runs out for a program, only for the machine. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <boolprog/machine.h>

static void *allocate(size_t size, size_t align, int zeroed)
{
    void *object = size > PTRDIFF_MAX ? NULL : __boolprog_allocate(size, align, zeroed);
    if (object == NULL)
        errno = ENOMEM;
    return object;
}

void *malloc(size_t size)
{
    return allocate(size, 16, 0);
}

void *calloc(size_t number, size_t size)
{
    size_t all = number * size;
    if (size != 0 && all / size != number)
        all = -1;
    return allocate(all, 16, 1);
}

void *realloc(void *object, size_t size)
{
    if (object == NULL)
        return malloc(size);
    /* The object is released, or there is a new one without a byte: "the behavior is implementation-defined" (C17 7.22.3.5). */
    if (size == 0 && __boolprog_choose(0, 1)) {
        __boolprog_release(object);
        return NULL;
    }
    size_t before = __boolprog_size(object);
    void *moved = malloc(size);
    if (moved != NULL) {
        __boolprog_copy(moved, object, before < size ? before : size);
        __boolprog_release(object);
    }
    return moved;
}

void *reallocarray(void *object, size_t number, size_t size)
{
    if (size != 0 && number * size / size != number) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(object, number * size);
}

static int is_power(size_t align)
{
    return align != 0 && (align & (align - 1)) == 0;
}

void *aligned_alloc(size_t align, size_t size)
{
    if (!is_power(align)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(size, align, 0);
}

void *memalign(size_t align, size_t size)
{
    return aligned_alloc(align, size);
}

void *valloc(size_t size)
{
    return aligned_alloc(4096, size);
}

int posix_memalign(void **to, size_t align, size_t size)
{
    if (!is_power(align) || align % sizeof(void *) != 0)
        return EINVAL;
    void *object = allocate(size, align, 0);
    if (object == NULL)
        return ENOMEM;
    *to = object;
    return 0;
}

void free(void *object)
{
    if (object != NULL)
        __boolprog_release(object);
}

void cfree(void *object)
{
    free(object);
}

size_t malloc_usable_size(void *object)
{
    __boolprog_assumption("an object of the heap has no more bytes than were asked for");
    return object == NULL ? 0 : __boolprog_size(object);
}
