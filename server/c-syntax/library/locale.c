/* The locale "C" (C11 7.11). */
#include <limits.h>
#include <locale.h>
#include <string.h>
#include <boolprog/machine.h>

char *setlocale(int category, const char *name)
{
    int is_known = name == NULL || *name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
    if (!is_known || (name != NULL && *name == 0))
        __boolprog_assumption("there is no other locale than C");
    return is_known ? "C" : NULL;
}

struct lconv *localeconv(void)
{
    static struct lconv c = {
        ".", "", "", "", "", "", "", "", "", "",
        CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
        CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
    };
    return &c;
}
