// expect: unsafe
#include <stdio.h>
char name[8];
int main(void) {
  int number = __VERIFIER_nondet_int();
  sprintf(name, "file%d", number);
}
