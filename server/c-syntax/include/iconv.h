/* POSIX: conversions between sets of characters. */
#ifndef _ICONV_H
#define _ICONV_H 1

typedef __SIZE_TYPE__ size_t;
typedef void *iconv_t;

iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **restrict, size_t *restrict, char **restrict, size_t *restrict);
int iconv_close(iconv_t);

#endif
