// expect: unknown
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned one = 5, other = 5;
    assert(rand_r(&one) == rand_r(&other));
    return 0;
}
