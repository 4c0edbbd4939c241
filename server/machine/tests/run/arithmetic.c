// output: 4294967295 -1 255 -128 3 -3 -1 1\n2147483648 1 0 1 44
#include <stdio.h>

int main(void)
{
    unsigned u = -1;
    long long wide = 1LL << 31;
    signed char c = -128;
    enum { BIG = 300 };
    unsigned char small = BIG;
    printf("%u %d %d %d %d %d %d %d\n", u, (int)u, (unsigned char)-1, c, 7 / 2, -7 / 2, -7 % 2, 7 % -2);
    printf("%lld %d %d %d %d\n", wide, -1 < 1, -1 < 1u, (unsigned char)255 == 255, small);
    return 0;
}
