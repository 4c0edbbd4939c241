// expect: unknown
#include <assert.h>
#include <stdlib.h>

/* As long as no seed is set, it is 1 (C11 7.22.2.2p2): the numbers are equal. */
int main(void)
{
    int first = rand();
    srand(1);
    assert(rand() == first);
    return 0;
}
