/* Common definitions (C11 7.19). */
#ifndef _STDDEF_H
#define _STDDEF_H 1

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
    long long __longest __attribute__((aligned(__alignof__(long long))));
    long double __widest __attribute__((aligned(__alignof__(long double))));
} max_align_t;

#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
