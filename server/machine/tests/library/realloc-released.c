// Memory is used through its old address after it was moved.
#include <stdlib.h>

int main(void)
{
    int *old = malloc(sizeof *old);
    int *moved = realloc(old, 100 * sizeof *old);
    *moved = 1;
    return *old; // fault: memory
}
