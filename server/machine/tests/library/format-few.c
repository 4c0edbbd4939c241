// A format asks for more arguments than there are.
#include <stdio.h>

int main(void)
{
    printf("%d %d\n", 1); // fault: format
}
