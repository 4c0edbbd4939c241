// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int nondet(void);
int main(void) {
  int n = nondet(), k = nondet();
  if (n < 1 || k < 0 || k >= n)
    return 0;
  int *seen = calloc(n, sizeof *seen);
  assert(seen[k] == 0);
  free(seen);
}
