// expect: safe
#include <assert.h>
_Bool ready;
int main() {
  _Bool wanted = __VERIFIER_nondet_bool();
  __VERIFIER_assume(wanted && !wanted);
  ready = 1;
  assert(ready == 0);
}
