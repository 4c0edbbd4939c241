// output: 5 7 3
#include <stdio.h>

struct three { int a[3]; };

static struct three make(int first)
{
    struct three t = {{first, first + 1, first + 2}};
    return t;
}

int main(void)
{
    struct three t = make(1);
    printf("%d %d %d\n", make(5).a[0], make(5).a[2], (t = make(1), t).a[2]);
    return 0;
}
