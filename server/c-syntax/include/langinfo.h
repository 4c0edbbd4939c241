/* POSIX: words of the locale. */
#ifndef _LANGINFO_H
#define _LANGINFO_H 1

#include <locale.h>
#include <nl_types.h>

#define CODESET 14
#define RADIXCHAR 0x10000
#define THOUSEP 0x10001
#define D_T_FMT 0x20028
#define D_FMT 0x20029
#define T_FMT 0x2002A
#define DAY_1 0x20007
#define MON_1 0x2001A

char *nl_langinfo(nl_item);

#endif
