// output: 6 3.5 x 10 6
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...)
{
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int all = 0;
    for (int i = 0; i < count; i++)
        all += va_arg(list, int);
    va_end(list);
    int again = va_arg(copy, int);
    va_end(copy);
    return again == 1 ? all : -1;
}

struct pair { int a, b; };

static int of_pair(int unused, ...)
{
    va_list list;
    va_start(list, unused);
    struct pair p = va_arg(list, struct pair);
    va_end(list);
    return p.a + p.b;
}

int main(void)
{
    printf("%d %.1f %c %d ", sum(3, 1, 2, 3), 3.5, 'x', sum(4, 1, 2, 3, 4));
    printf("%d\n", of_pair(0, (struct pair){2, 4}));
    return 0;
}
