// expect: unsafe --property overflow
#include <limits.h>

int nondet(void);

int main(void)
{
    int divisor = nondet();
    if (divisor == 0)
        return 0;
    return INT_MIN / divisor;
}
