// expect: safe
int x = 1;
void t(void) { int r; __CPROVER_atomic_begin(); x = 0; do r = rand(); while (r == 0); x = r; __CPROVER_atomic_end(); }
void watch(void) { assert(x != 0); }
int main() { __CPROVER_ASYNC_1: t(); __CPROVER_ASYNC_2: watch(); }
