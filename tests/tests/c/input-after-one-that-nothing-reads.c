// expect: unsafe
// The first input is read where control never comes, so that it is none: the second one is 41.
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int rounds = 0;
  while (rounds < 3) {
    rounds++;
    if (__VERIFIER_nondet_int())
      break;
  }
  int ignored = __VERIFIER_nondet_int();
  int used = __VERIFIER_nondet_int();
  if (rounds > 5 && ignored == 7)
    return 1;
  assert(used != 41);
  return 0;
}
