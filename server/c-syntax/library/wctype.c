/* Classes of wide characters in the locale "C" (C11 7.30): those of the characters. */
#include <ctype.h>
#include <wctype.h>

int iswalnum(wint_t c)
{
    return c < 128 ? isalnum((int)c) : 0;
}

int iswalpha(wint_t c)
{
    return c < 128 ? isalpha((int)c) : 0;
}

int iswblank(wint_t c)
{
    return c < 128 ? isblank((int)c) : 0;
}

int iswcntrl(wint_t c)
{
    return c < 128 ? iscntrl((int)c) : 0;
}

int iswdigit(wint_t c)
{
    return c < 128 ? isdigit((int)c) : 0;
}

int iswgraph(wint_t c)
{
    return c < 128 ? isgraph((int)c) : 0;
}

int iswlower(wint_t c)
{
    return c < 128 ? islower((int)c) : 0;
}

int iswprint(wint_t c)
{
    return c < 128 ? isprint((int)c) : 0;
}

int iswpunct(wint_t c)
{
    return c < 128 ? ispunct((int)c) : 0;
}

int iswspace(wint_t c)
{
    return c < 128 ? isspace((int)c) : 0;
}

int iswupper(wint_t c)
{
    return c < 128 ? isupper((int)c) : 0;
}

int iswxdigit(wint_t c)
{
    return c < 128 ? isxdigit((int)c) : 0;
}

wint_t towlower(wint_t c)
{
    return c < 128 ? (wint_t)tolower((int)c) : c;
}

wint_t towupper(wint_t c)
{
    return c < 128 ? (wint_t)toupper((int)c) : c;
}
