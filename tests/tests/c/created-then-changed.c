// expect: unsafe
int y;
int nondet_int(void);
void t(void) { assert(y == 0); }
int main() { while (nondet_int()) { __CPROVER_ASYNC_1: t(); } y = 1; }
