// output: 5 -3 1 12 4 7
#include <stdio.h>

struct packet { unsigned kind : 3; int level : 3; _Bool last : 1; unsigned long long rest : 40; };

int main(void)
{
    struct packet p = {5, -3, 1, 12};
    printf("%d %d %d %d ", p.kind, p.level, p.last, (int)p.rest);
    printf("%d ", p.kind = 12);
    p.kind--;
    p.kind += 4;
    printf("%d\n", p.kind);
    return 0;
}
