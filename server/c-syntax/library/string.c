/* Texts (C11 7.24). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <boolprog/machine.h>

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    while ((*to = *from++) != 0)
        to++;
    return to;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    stpcpy(to, from);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size)
{
    for (; size > 0 && *from != 0; size--)
        *to++ = *from++;
    memset(to, 0, size);
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    stpncpy(to, from, size);
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t size)
{
    char *end = to + strlen(to);
    for (; size > 0 && *from != 0; size--)
        *end++ = *from++;
    *end = 0;
    return to;
}

/* The result of a comparison, of which only the sign is defined: the difference, or the sign alone. */
static int difference(int x, int y)
{
    return __boolprog_choose(0, 1) ? x - y : (x > y) - (x < y);
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (; size > 0; size--, a++, b++) {
        unsigned char x = (unsigned char)*a, y = (unsigned char)*b;
        if (x != y)
            return difference(x, y);
        if (x == 0)
            break;
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    if (__boolprog_is_compared(a, b)) {
        char first = *a;
        return __boolprog_compared(a, b);
    }
    return strncmp(a, b, -1);
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
    size_t length = strlen(from);
    if (length < size)
        strcpy(to, from);
    return length;
}

int strncasecmp(const char *a, const char *b, size_t size)
{
    for (; size > 0; size--, a++, b++) {
        int x = tolower((unsigned char)*a), y = tolower((unsigned char)*b);
        if (x != y)
            return difference(x, y);
        if (x == 0)
            break;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, -1);
}

char *strchrnul(const char *text, int byte)
{
    while (*text != 0 && *text != (char)byte)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int byte)
{
    char *found = strchrnul(text, byte);
    return *found == (char)byte ? found : NULL;
}

char *index(const char *text, int byte)
{
    return strchr(text, byte);
}

char *strrchr(const char *text, int byte)
{
    return memrchr(text, byte, strlen(text) + 1);
}

char *rindex(const char *text, int byte)
{
    return strrchr(text, byte);
}

char *strstr(const char *text, const char *what)
{
    return memmem(text, strlen(text), what, strlen(what));
}

char *strcasestr(const char *text, const char *what)
{
    size_t length = strlen(what);
    for (; strnlen(text, length) == length; text++)
        if (strncasecmp(text, what, length) == 0)
            return (char *)text;
    return NULL;
}

size_t strspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] != 0 && strchr(set, text[length]) != NULL)
        length++;
    return length;
}

size_t strcspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] != 0 && strchr(set, text[length]) == NULL)
        length++;
    return length;
}

char *strpbrk(const char *text, const char *set)
{
    text += strcspn(text, set);
    return *text != 0 ? (char *)text : NULL;
}

char *strsep(char **restrict rest, const char *restrict separators)
{
    char *word = *rest;
    if (word == NULL)
        return NULL;
    char *end = strpbrk(word, separators);
    if (end != NULL)
        *end++ = 0;
    *rest = end;
    return word;
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict rest)
{
    char *word = text != NULL ? text : *rest;
    if (word == NULL)
        return NULL;
    word += strspn(word, separators);
    *rest = *word != 0 ? word : NULL;
    return *word != 0 ? strsep(rest, separators) : NULL;
}

char *strtok(char *restrict text, const char *restrict separators)
{
    static char *rest;
    return strtok_r(text, separators, &rest);
}

char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *text)
{
    return strndup(text, -1);
}

char *basename(const char *path)
{
    char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : (char *)path;
}

/* The names that the headers of the GNU library use instead. */

char *__strdup(const char *text)
{
    return strdup(text);
}

char *__strndup(const char *text, size_t limit)
{
    return strndup(text, limit);
}

char *__strtok_r(char *restrict text, const char *restrict separators, char **restrict rest)
{
    return strtok_r(text, separators, rest);
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    return strcpy(to, from);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
    return stpcpy(to, from);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t size, size_t room)
{
    return strncpy(to, from, size);
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t room)
{
    return strcat(to, from);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t size, size_t room)
{
    return strncat(to, from, size);
}
