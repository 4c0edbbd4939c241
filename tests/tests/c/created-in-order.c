// expect: safe
int x;
void t(void) { assert(x == 1); }
int main() { x = 1; while (1) { __CPROVER_ASYNC_1: t(); } }
