// expect: unsafe
#include <assert.h>
int x;
void g(void) { assert(x == 0); }
void f(void) { __CPROVER_ASYNC_1: g(); x = 1; }
int main() { while (1) { __CPROVER_ASYNC_2: f(); } }
