/* Bytes (C11 7.24): copying, comparing, searching. */
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <boolprog/machine.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    uintptr_t a = (uintptr_t)to, b = (uintptr_t)from;
    require(size == 0 || to == from || (a < b ? b - a : a - b) >= size,
            "The objects of memcpy overlap (C11 7.24.2.1p2): use memmove.");
    __boolprog_copy(to, from, size);
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    __boolprog_copy(to, from, size);
    return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t size)
{
    return (char *)memcpy(to, from, size) + size;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t size)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (; size > 0; size--)
        if ((*t++ = *f++) == (unsigned char)byte)
            return t;
    return NULL;
}

void *memset(void *to, int byte, size_t size)
{
    __boolprog_fill(to, byte, size);
    return to;
}

void explicit_bzero(void *to, size_t size)
{
    memset(to, 0, size);
}

void bzero(void *to, size_t size)
{
    memset(to, 0, size);
}

void bcopy(const void *from, void *to, size_t size)
{
    memmove(to, from, size);
}

void swab(const void *restrict from, void *restrict to, ssize_t size)
{
    const char *a = from;
    char *b = to;
    for (ssize_t at = 0; at < size - 1; at += 2) {
        b[at] = a[at + 1];
        b[at + 1] = a[at];
    }
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    for (; size > 0; size--, x++, y++)
        if (*x != *y)
            return __boolprog_choose(0, 1) ? *x - *y : *x < *y ? -1 : 1;
    return 0;
}

int bcmp(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size);
}

void *memchr(const void *from, int byte, size_t size)
{
    for (const unsigned char *at = from; size > 0; size--, at++)
        if (*at == (unsigned char)byte)
            return (void *)at;
    return NULL;
}

void *memrchr(const void *from, int byte, size_t size)
{
    const unsigned char *at = from;
    while (size > 0)
        if (at[--size] == (unsigned char)byte)
            return (void *)(at + size);
    return NULL;
}

void *rawmemchr(const void *from, int byte)
{
    const unsigned char *at = from;
    while (*at != (unsigned char)byte)
        at++;
    return (void *)at;
}

void *memmem(const void *from, size_t size, const void *what, size_t length)
{
    const char *at = from;
    for (; size >= length; size--, at++)
        if (memcmp(at, what, length) == 0)
            return (void *)at;
    return NULL;
}

/* The names that the headers of the GNU library use when they are asked to check sizes. The machine checks them. */

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t size, size_t room)
{
    return memcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room)
{
    return memmove(to, from, size);
}

void *__memset_chk(void *to, int byte, size_t size, size_t room)
{
    return memset(to, byte, size);
}
