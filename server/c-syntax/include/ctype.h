/* C11 7.4: classes of characters, in the locale "C". */
#ifndef _CTYPE_H
#define _CTYPE_H 1

#include <features.h>

int isalnum(int);
int isalpha(int);
int isascii(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int toascii(int);
int tolower(int);
int toupper(int);

/* Tables of the GNU library, from -128 to 255, which what its macros leave uses. */
const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);

#endif
