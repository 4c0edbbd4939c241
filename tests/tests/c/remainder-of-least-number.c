// expect: unsafe
#include <limits.h>

/* Where a quotient is none of the type, the remainder has no value either (C11 6.5.5p6). */
int main(void)
{
    int number = INT_MIN, divisor = -1;
    number %= divisor;
    return number;
}
