/* POSIX: regular expressions. */
#ifndef _REGEX_H
#define _REGEX_H 1

#include <sys/types.h>

typedef int regoff_t;

typedef struct re_pattern_buffer {
    void *__buffer;
    unsigned long __allocated, __used, __syntax;
    char *__fastmap;
    unsigned char *__translate;
    size_t re_nsub;
    unsigned __flags;
} regex_t;

typedef struct {
    regoff_t rm_so, rm_eo;
} regmatch_t;

#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_NOERROR 0
#define REG_NOMATCH 1
#define REG_BADPAT 2
#define REG_ESPACE 12

int regcomp(regex_t *restrict, const char *restrict, int);
int regexec(const regex_t *restrict, const char *restrict, size_t, regmatch_t *restrict, int);
size_t regerror(int, const regex_t *restrict, char *restrict, size_t);
void regfree(regex_t *);

#endif
