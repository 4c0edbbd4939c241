/* C11 7.21 and POSIX: streams. Files live in the memory of the machine: nothing is read from or written to a disk. */
#ifndef _STDIO_H
#define _STDIO_H 1

#include <features.h>

#ifndef NULL
#define NULL ((void *)0)
#endif

#define EOF (-1)
#define P_tmpdir "/tmp"
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 24
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

typedef __SIZE_TYPE__ size_t;
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef long off_t;
typedef __builtin_va_list va_list;
typedef struct _IO_FILE FILE;
typedef struct { long __position; } fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

FILE *fopen(const char *restrict, const char *restrict);
FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
FILE *fdopen(int, const char *);
FILE *fmemopen(void *restrict, size_t, const char *restrict);
FILE *open_memstream(char **, size_t *);
FILE *popen(const char *, const char *);
FILE *tmpfile(void);
char *tmpnam(char *);
int fclose(FILE *);
int pclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
int remove(const char *);
int rename(const char *, const char *);
void setbuf(FILE *restrict, char *restrict);
void setbuffer(FILE *, char *, size_t);
void setlinebuf(FILE *);
int setvbuf(FILE *restrict, char *restrict, int, size_t);

int printf(const char *restrict, ...);
int fprintf(FILE *restrict, const char *restrict, ...);
int dprintf(int, const char *restrict, ...);
int sprintf(char *restrict, const char *restrict, ...);
int snprintf(char *restrict, size_t, const char *restrict, ...);
int asprintf(char **restrict, const char *restrict, ...);
int vprintf(const char *restrict, va_list);
int vfprintf(FILE *restrict, const char *restrict, va_list);
int vdprintf(int, const char *restrict, va_list);
int vsprintf(char *restrict, const char *restrict, va_list);
int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
int vasprintf(char **restrict, const char *restrict, va_list);
int scanf(const char *restrict, ...);
int fscanf(FILE *restrict, const char *restrict, ...);
int sscanf(const char *restrict, const char *restrict, ...);
int vscanf(const char *restrict, va_list);
int vfscanf(FILE *restrict, const char *restrict, va_list);
int vsscanf(const char *restrict, const char *restrict, va_list);

int fgetc(FILE *);
int getc(FILE *);
int getchar(void);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
char *fgets(char *restrict, int, FILE *restrict);
ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);
int ungetc(int, FILE *);
size_t fread(void *restrict, size_t, size_t, FILE *restrict);
size_t fread_unlocked(void *restrict, size_t, size_t, FILE *restrict);

int fputc(int, FILE *);
int putc(int, FILE *);
int putchar(int);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int fputs(const char *restrict, FILE *restrict);
int fputs_unlocked(const char *restrict, FILE *restrict);
int puts(const char *);
size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);
size_t fwrite_unlocked(const void *restrict, size_t, size_t, FILE *restrict);

int fseek(FILE *, long, int);
int fseeko(FILE *, off_t, int);
long ftell(FILE *);
off_t ftello(FILE *);
void rewind(FILE *);
int fgetpos(FILE *restrict, fpos_t *restrict);
int fsetpos(FILE *, const fpos_t *);
void clearerr(FILE *);
int feof(FILE *);
int ferror(FILE *);
void perror(const char *);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);

#endif
