/* Assertions (C11 7.2). This header may be included again: each time, NDEBUG says what `assert` is from there on. It takes
   an expression with commas, too, as in C23. */
#ifndef _ASSERT_H
#define _ASSERT_H 1

#include <features.h>

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);

#define static_assert _Static_assert

#endif

#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) ((__VA_ARGS__) ? (void)0 : __assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __func__))
#endif
