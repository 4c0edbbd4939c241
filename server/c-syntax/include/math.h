/* C11 7.12: mathematics. */
#ifndef _MATH_H
#define _MATH_H 1

#include <features.h>

typedef float float_t;
typedef double double_t;

#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VALL __builtin_huge_vall()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
/* Neither: results tell what happened, and `errno` is left alone. */
#define math_errhandling 0

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

#define __boolprog_by_type(x, name) _Generic((x), float: name##f, long double: name##l, default: name)(x)

int __fpclassify(double);
int __fpclassifyf(float);
int __fpclassifyl(long double);
int __signbit(double);
int __signbitf(float);
int __signbitl(long double);

#define fpclassify(x) __boolprog_by_type(x, __fpclassify)
#define isfinite(x) (fpclassify(x) >= FP_ZERO)
#define isinf(x) (fpclassify(x) == FP_INFINITE ? (signbit(x) ? -1 : 1) : 0)
#define isnan(x) (fpclassify(x) == FP_NAN)
#define isnormal(x) (fpclassify(x) == FP_NORMAL)
#define signbit(x) __boolprog_by_type(x, __signbit)

#define isgreater(x, y) ((x) > (y))
#define isgreaterequal(x, y) ((x) >= (y))
#define isless(x, y) ((x) < (y))
#define islessequal(x, y) ((x) <= (y))
#define islessgreater(x, y) ((x) < (y) || (x) > (y))
#define isunordered(x, y) (isnan(x) || isnan(y))

#define __boolprog_unary(name) double name(double); float name##f(float); long double name##l(long double)
#define __boolprog_binary(name) \
    double name(double, double); float name##f(float, float); long double name##l(long double, long double)

__boolprog_unary(acos);
__boolprog_unary(asin);
__boolprog_unary(atan);
__boolprog_binary(atan2);
__boolprog_unary(cos);
__boolprog_unary(sin);
__boolprog_unary(tan);
__boolprog_unary(acosh);
__boolprog_unary(asinh);
__boolprog_unary(atanh);
__boolprog_unary(cosh);
__boolprog_unary(sinh);
__boolprog_unary(tanh);
__boolprog_unary(exp);
__boolprog_unary(exp2);
__boolprog_unary(exp10);
__boolprog_unary(expm1);
__boolprog_unary(log);
__boolprog_unary(log10);
__boolprog_unary(log1p);
__boolprog_unary(log2);
__boolprog_unary(logb);
__boolprog_unary(cbrt);
__boolprog_unary(fabs);
__boolprog_binary(hypot);
__boolprog_binary(pow);
__boolprog_unary(sqrt);
__boolprog_unary(erf);
__boolprog_unary(erfc);
__boolprog_unary(lgamma);
__boolprog_unary(tgamma);
__boolprog_unary(ceil);
__boolprog_unary(floor);
__boolprog_unary(nearbyint);
__boolprog_unary(rint);
__boolprog_unary(round);
__boolprog_unary(roundeven);
__boolprog_unary(trunc);
__boolprog_binary(fmod);
__boolprog_binary(remainder);
__boolprog_binary(drem);
__boolprog_binary(copysign);
__boolprog_binary(nextafter);
__boolprog_binary(fdim);
__boolprog_binary(fmax);
__boolprog_binary(fmin);
__boolprog_unary(significand);

int finite(double);
int ilogb(double);
int ilogbf(float);
int ilogbl(long double);
double frexp(double, int *);
float frexpf(float, int *);
long double frexpl(long double, int *);
double ldexp(double, int);
float ldexpf(float, int);
long double ldexpl(long double, int);
double scalbn(double, int);
float scalbnf(float, int);
long double scalbnl(long double, int);
double scalbln(double, long);
float scalblnf(float, long);
long double scalblnl(long double, long);
double modf(double, double *);
float modff(float, float *);
long double modfl(long double, long double *);
double remquo(double, double, int *);
float remquof(float, float, int *);
long double remquol(long double, long double, int *);
double nan(const char *);
float nanf(const char *);
long double nanl(const char *);
double nexttoward(double, long double);
float nexttowardf(float, long double);
long double nexttowardl(long double, long double);
double fma(double, double, double);
float fmaf(float, float, float);
long double fmal(long double, long double, long double);
long lrint(double);
long lrintf(float);
long lrintl(long double);
long long llrint(double);
long long llrintf(float);
long long llrintl(long double);
long lround(double);
long lroundf(float);
long lroundl(long double);
long long llround(double);
long long llroundf(float);
long long llroundl(long double);
void sincos(double, double *, double *);

#undef __boolprog_unary
#undef __boolprog_binary

#endif
