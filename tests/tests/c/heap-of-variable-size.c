// expect: safe
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);
int main() {
  unsigned n = nondet_uint() % 4 + 1;
  int *p = malloc(n * sizeof(int));
  if (!p) return 0;
  p[n - 1] = 7;
  assert(p[n - 1] == 7);
}
