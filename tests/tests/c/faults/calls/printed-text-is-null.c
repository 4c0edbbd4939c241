// expect: unsafe
#include <stdio.h>
#include <stdlib.h>
const char *name;
int main(void) {
  if (__VERIFIER_nondet_bool()) name = "known";
  printf("%d: %s\n", 1, name);
}
