// A format asks for another type than the argument has.
#include <stdio.h>

int main(void)
{
    printf("%d\n", 1.5); // fault: format
}
