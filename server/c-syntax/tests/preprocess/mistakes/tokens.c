#define f(x, y) x ## y
f(1)
f(1, 2, 3)
f(+, a)
int a = @;
char *s = "not closed;
char c = 'x;
f (1, 2
