// expect: unsafe
#include <stdio.h>
int main(void) {
  int width = __VERIFIER_nondet_bool() ? 2 : -5;
  int n = snprintf(0, 0, "%*d", width, 1);
  assert(n <= 2);
}
