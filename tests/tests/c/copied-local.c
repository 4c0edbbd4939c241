// expect: safe
void t(int x) { assert(x == 1); }
int main() { int x = 1; __CPROVER_ASYNC_1: t(x); x = 2; }
