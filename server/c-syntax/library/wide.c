/* Wide texts (C11 7.29). */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
    return wmemcpy(to, from, wcslen(from) + 1);
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    size_t at = 0;
    for (; at < size && from[at] != 0; at++)
        to[at] = from[at];
    wmemset(to + at, 0, size - at);
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t size)
{
    for (; size > 0; size--, a++, b++) {
        if (*a != *b)
            return *a < *b ? -1 : 1;
        if (*a == 0)
            break;
    }
    return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
    return wcsncmp(a, b, -1);
}

wchar_t *wcschr(const wchar_t *text, wchar_t c)
{
    return wmemchr(text, c, wcslen(text) + 1);
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c)
{
    size_t at = wcslen(text) + 1;
    while (at > 0)
        if (text[--at] == c)
            return (wchar_t *)text + at;
    return NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *what)
{
    size_t length = wcslen(what);
    for (;; text++) {
        if (wcsncmp(text, what, length) == 0)
            return (wchar_t *)text;
        if (*text == 0)
            return NULL;
    }
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t size)
{
    return memcpy(to, from, size * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t size)
{
    return memmove(to, from, size * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t size)
{
    for (size_t at = 0; at < size; at++)
        to[at] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t size)
{
    for (; size > 0; size--, a++, b++)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *text, wchar_t c, size_t size)
{
    for (; size > 0; size--, text++)
        if (*text == c)
            return (wchar_t *)text;
    return NULL;
}

/* In the locale "C", a wide character is a byte. */

int mblen(const char *text, size_t size)
{
    return mbtowc(NULL, text, size);
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t size)
{
    if (from == NULL)
        return 0;
    if (size == 0 || (unsigned char)*from > 127)
        return -1;
    if (to != NULL)
        *to = *from;
    return *from != 0;
}

int wctomb(char *to, wchar_t c)
{
    if (to == NULL)
        return 0;
    if (c < 0 || c > 127)
        return -1;
    *to = (char)c;
    return 1;
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t size)
{
    size_t count = 0;
    for (; to == NULL || count < size; count++) {
        wchar_t c;
        int taken = mbtowc(&c, from + count, 1);
        if (taken < 0)
            return -1;
        if (to != NULL)
            to[count] = c;
        if (taken == 0)
            break;
    }
    return count;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t size)
{
    size_t count = 0;
    for (; to == NULL || count < size; count++) {
        char c;
        if (wctomb(&c, from[count]) < 0)
            return -1;
        if (to != NULL)
            to[count] = c;
        if (c == 0)
            break;
    }
    return count;
}
