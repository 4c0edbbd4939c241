// Numbers: reading, arithmetic, sorting, bits.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    char *end;
    printf("%ld", strtol("  -42rest", &end, 10));
    printf(" %s\n", end);
    printf("%ld %ld %ld\n", strtol("0x1F", NULL, 0), strtol("077", NULL, 0), strtol("zz", NULL, 36));
    errno = 0;
    printf("%d", strtoll("99999999999999999999", NULL, 10) == LLONG_MAX);
    printf(" %d\n", errno == ERANGE);
    printf("%d %ju\n", atoi("123abc"), strtoumax("18446744073709551615", NULL, 10));
    printf("%.17g %g", strtod("0.1", NULL), strtod("0x1.8p3xyz", &end));
    printf(" %d\n", *end);
    printf("%g %g\n", atof("1e-3"), strtod("1e999", NULL));
    printf("%d %d %lld\n", abs(-3), div(-7, 2).rem, llabs(-9LL));
    int values[] = {5, 3, 9, 1, 7, 3};
    qsort(values, 6, sizeof *values, compare);
    for (int i = 0; i < 6; i++)
        printf("%d ", values[i]);
    int key = 7;
    printf("%td\n", (int *)bsearch(&key, values, 6, sizeof *values, compare) - values);
    printf("%.6f %.6f %.6f %.6f\n", sin(1), exp(1), pow(2, 0.5), atan2(1, -1));
    printf("%g %g %g %g %g\n", floor(-1.5), ceil(-1.5), round(2.5), trunc(-1.5), fmod(7, 3));
    printf("%d %d %d %d\n", isnan(NAN) != 0, isinf(INFINITY) != 0, signbit(-0.0) != 0, isfinite(1.0f) != 0);
    int exponent;
    double whole, fraction = frexp(12.0, &exponent);
    printf("%g %d %g", fraction, exponent, modf(3.25, &whole));
    printf(" %g %g %ld\n", whole, ldexp(0.75, 4), lround(-2.5));
    printf("%g %g %g\n", hypot(3, 4), cbrt(27), remainder(5, 3));
    printf("%d %d %d %d\n", __builtin_clz(1), __builtin_ctz(8), __builtin_popcount(255), __builtin_ffs(0));
    printf("%x\n", __builtin_bswap32(0x12345678));
    int result;
    printf("%d", __builtin_add_overflow(INT_MAX, 1, &result));
    printf(" %d\n", result == INT_MIN);
}
