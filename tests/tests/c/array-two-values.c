// expect: unsafe
#include <assert.h>
#include <stdlib.h>
extern int nondet(void);
int main(void) {
  int n = nondet(), k = nondet(), j = nondet();
  if (n < 2 || k < 0 || k >= n || j < 0 || j >= n)
    return 0;
  int *a = calloc(n, sizeof *a);
  a[k] = 1;
  assert(a[j] == a[k]);
}
