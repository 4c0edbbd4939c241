// expect: unsafe
#include <stdio.h>
char name[8];
int main(void) {
  snprintf(name, 16, "file%d", __VERIFIER_nondet_int());
}
