/* The greatest numbers of types by old names. */
#ifndef _VALUES_H
#define _VALUES_H 1

#include <float.h>
#include <limits.h>

#define CHARBITS CHAR_BIT
#define INTBITS (8 * (int)sizeof(int))
#define LONGBITS (8 * (int)sizeof(long))
#define MAXSHORT SHRT_MAX
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define MINSHORT SHRT_MIN
#define MININT INT_MIN
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MAXFLOAT FLT_MAX
#define MINDOUBLE DBL_MIN
#define MINFLOAT FLT_MIN

#endif
