// expect: unsafe
void g(int *p) { *p = *p + 1; }
void f(int *p) { __CPROVER_ASYNC_1: g(p); }
int main() { int x = 0, i; f(&x); f(&x); for (i = 0; i < 9; i++) ; __CPROVER_atomic_begin(); int y = x; __CPROVER_atomic_end(); assert(y < 2); }
