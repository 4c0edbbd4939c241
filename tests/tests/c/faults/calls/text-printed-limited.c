// expect: safe
#include <stdio.h>
char name[8], wide[16];
int main(void) {
  int number = __VERIFIER_nondet_int();
  int all = snprintf(name, sizeof name, "file%d", number);
  sprintf(wide, "%d", number);
  assert(all >= 5 && all <= 15);
}
