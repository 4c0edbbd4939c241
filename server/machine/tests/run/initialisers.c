// output: 0 7 0 9 3 hi 2 5 6
#include <stdio.h>

struct point { int x, y; };
struct line { struct point from, to; const char *name; };

static int *where = &(int){7};
static struct line lines[] = {[1] = {.to = {3, 4}, .name = "hi"}, {.from.y = 5}};

int main(void)
{
    int sparse[8] = {[3] = 9};
    int sizes = sizeof lines / sizeof *lines - 1;
    char text[4] = "ab";
    printf("%d %d %d %d ", sparse[0], *where, text[3], sparse[3]);
    printf("%d %s %d %d ", lines[1].to.x, lines[1].name, sizes, lines[2].from.y);
    struct point p = (struct point){.y = 6};
    printf("%d\n", p.y + p.x);
    return 0;
}
