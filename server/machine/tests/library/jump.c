// A jump out of a function.
#include <setjmp.h>

int main(void)
{
    jmp_buf place;
    return setjmp(place); // fault: unsupported
}
