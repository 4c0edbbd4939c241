// fault: memory 8
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    return *p;
}
