// refused: 10: Not supported: an atomic section that has ended on some ways to here only.
#include <assert.h>
int nondet_int(void);
int x;
void f(void) { x = 2; }
int main() {
  __CPROVER_ASYNC_1: f();
  __VERIFIER_atomic_begin();
  x = 1;
  if (nondet_int()) { assert(x == 1); __VERIFIER_atomic_end(); return 0; }
  assert(x == 1);
}
