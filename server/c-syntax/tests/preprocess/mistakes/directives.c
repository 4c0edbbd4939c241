#nonsense
#define
#define 1 2
#define defined 1
#define f(x, x) x
#define f(1) x
#define f(..., x) x
#define f(x
#define f(x) #y
#define f(x) ## x
#define g x ##
#define v(...) __VA_OPT__ x
#undef
#include
#include <missing.h>
#include "missing.h"
#error  This is   wrong
#line x
#pragma pack(3)
#else
#endif
#ifdef
#endif
#if 1
#else
#elif 1
#endif
#if 0
