// refused: 3: Not supported: the address of an object and of its first part.
union u { char *a; int b; } x;
int main() { void *p = &x.b, *q = &x; x.b = 1; if (nondet_int()) p = 0; if (nondet_int()) q = 0; return p == q; }
