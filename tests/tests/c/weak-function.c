// expect: unknown
#include <assert.h>

/* The address of a weak function that nothing defines is null. */
int optional(void) __attribute__((weak));

int main(void)
{
    if (optional)
        return optional();
    assert(0);
}
