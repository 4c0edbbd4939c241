// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    case 0: _Exit(0);
    case 1: quick_exit(0);
    case 2: _exit(1);
    case 3: exit(1);
    case 4: __VERIFIER_nondet_int(), exit(2);
    default: return 0;
  }
  assert(0);
}
