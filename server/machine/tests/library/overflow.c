// Arithmetic that tells whether its result fits.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int narrow;
    unsigned char byte;
    unsigned long long natural;
    long long wide;
    _Bool is_wrong = __builtin_add_overflow(INT_MAX, 1, &narrow);
    printf("%d %d\n", is_wrong, narrow);
    is_wrong = __builtin_add_overflow(200, 56, &byte);
    printf("%d %d\n", is_wrong, byte);
    is_wrong = __builtin_mul_overflow(UINT64_MAX, UINT64_MAX, &natural);
    printf("%d %llu\n", is_wrong, natural);
    is_wrong = __builtin_mul_overflow(INT64_MIN, -1, &wide);
    printf("%d %lld\n", is_wrong, wide);
    is_wrong = __builtin_sub_overflow(0u, 1u, &wide);
    printf("%d %lld\n", is_wrong, wide);
    is_wrong = __builtin_smul_overflow(65536, 65536, &narrow);
    printf("%d %d\n", is_wrong, narrow);
}
