/* Assertions (C11 7.2). This header may be included again: each time, NDEBUG says what `assert` is from there on. */
#ifndef _ASSERT_H
#define _ASSERT_H 1

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function);

#define static_assert _Static_assert

#endif

#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif
