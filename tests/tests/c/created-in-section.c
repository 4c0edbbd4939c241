// expect: safe
#include <assert.h>
int x;
void f(void) { x = 1; }
int main() { __CPROVER_atomic_begin(); __CPROVER_ASYNC_2: f(); assert(x == 0); __CPROVER_atomic_end(); }
