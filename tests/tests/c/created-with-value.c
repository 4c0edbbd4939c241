// expect: unsafe
int last;
void t(int i) { assert(i < 2); }
int main() { int i; for (i = 0; i < 3; i++) { __CPROVER_ASYNC_1: t(i); } }
