// expect: safe --atomic statement
int a, b;
void t(void) { a = 1; b = 1; }
int main() { __CPROVER_ASYNC_1: t(); assert(a >= b); }
