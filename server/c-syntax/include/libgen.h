/* POSIX: parts of names of files. */
#ifndef _LIBGEN_H
#define _LIBGEN_H 1

char *basename(char *);
char *dirname(char *);

#endif
