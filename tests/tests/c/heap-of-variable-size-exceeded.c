// expect: unsafe
#include <stdlib.h>
unsigned nondet_uint(void);
int main() {
  unsigned n = nondet_uint() % 4 + 1;
  int *p = malloc(n * sizeof(int));
  if (p) p[n] = 7;
}
