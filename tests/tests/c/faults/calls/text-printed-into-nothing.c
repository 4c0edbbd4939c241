// expect: unsafe
#include <stdio.h>
int main(void) {
  char b[4] = {1};
  int n = __VERIFIER_nondet_bool();
  snprintf(b, n, "xyz");
  assert(b[0] == 0);
}
