// expect: safe
#include <assert.h>

/* `__sync_fetch_and_umax` compares unsigned numbers, whatever the type of the object. */
int main(void)
{
    int number = -1;
    __sync_fetch_and_umax(&number, 42);
    assert(number == -1);
    __sync_fetch_and_max(&number, 42);
    assert(number == 42);
    __sync_fetch_and_umin(&number, -1);
    assert(number == 42);
    return 0;
}
