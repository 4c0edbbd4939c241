// expect: unsafe
int *p;
void f(void) { int x = 1; p = &x; *p = 2; }
int main() { while (1) { __CPROVER_ASYNC_2: f(); } }
