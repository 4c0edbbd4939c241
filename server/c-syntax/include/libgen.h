/* POSIX: parts of names of files. */
#ifndef _LIBGEN_H
#define _LIBGEN_H 1

/* The function `basename` of <string.h> is another one. */
char *__xpg_basename(char *);
#define basename __xpg_basename
char *dirname(char *);

#endif
