// Conversions, promotions, and how operators bind.
int i, j;
unsigned u;
long l;
char c;
float f;
double d;
int *p;
int a[4];
struct point { int x, y; } s, *ps;
struct { unsigned narrow : 3; unsigned wide : 32; } bits;

void operators(void) {
    i = c + 1;
    u = i + u;
    l = l + u;
    d = f * 2;
    i = i << l;
    p = a + 1;
    p = 1 + a;
    l = p - a;
    i = p == 0;
    i = a[2] + 2[a];
    ps = &s;
    i = ps->y + s.x;
    c += d;
    p++;
    --c;
    i = bits.narrow - 1 < 0;
    i = bits.wide - 1 < 0;
    i = i ? j : c;
    l = i ?: l;
    p = i ? p : 0;
    i = !p && (i, j);
    i = -c + ~c;
    i = i + j * 2 - (j & 3 | 4) % 5;
    i = j = 3;
    s = *ps;
    (void)i;
}

int calls(int (*pointer)(int), char small) {
    extern int printed(const char *, ...);
    printed("%d %f", small, f);
    pointer(small);
    (*pointer)(2);
    return calls(0, 'a') + sizeof(int[3]) + sizeof a / sizeof *a;
}

struct point make(void);
struct row { int cells[2]; } rows(void);

int temporary(void) {
    return make().x + rows().cells[1];
}

int generic(void) {
    return _Generic(c, int: 1, char: 2) + _Generic(a, int *: 3, default: 4) + _Generic(1.0f, double: 5, float: 6);
}

int gnu(int n) {
    int twice = ({ int t = n; t + t; });
    __auto_type copy = twice;
    __typeof__(copy) *q = &copy;
    void *target = &&out;
    goto *target;
out:
    return *q + __builtin_types_compatible_p(int, typeof(n)) + __builtin_choose_expr(1, 'x', 2.0)
        + __builtin_offsetof(struct row, cells[1]);
}
