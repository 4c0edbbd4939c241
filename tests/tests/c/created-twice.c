// expect: safe
int n;
void t(void) { __CPROVER_atomic_begin(); n++; assert(n <= 2); __CPROVER_atomic_end(); }
int main() { int i; for (i = 0; i < 2; i++) { __CPROVER_ASYNC_1: t(); } }
