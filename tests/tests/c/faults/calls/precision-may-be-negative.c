// expect: unsafe
#include <stdio.h>
int main(void) {
  int most = __VERIFIER_nondet_bool() ? 3 : -1;
  char b[5];
  sprintf(b, "%.*s", most, "abcdef");
}
