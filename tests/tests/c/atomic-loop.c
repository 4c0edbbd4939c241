// expect: safe
int x;
void t(void) { int i; __CPROVER_atomic_begin(); for (i = 0; i < 3; i++) x++; x = 0; __CPROVER_atomic_end(); }
void watch(void) { assert(x == 0); }
int main() { __CPROVER_ASYNC_1: t(); __CPROVER_ASYNC_2: watch(); }
