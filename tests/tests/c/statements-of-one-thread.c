// expect: unsafe --atomic statement
// Of one thread, it makes no difference what a step is.
#include <assert.h>
int main(void) {
  int i, j, n;
  __CPROVER_assume(0 < n && n < 100);
  int x[n];
  for (i = 0; i < n; i = i + 2)
    x[i] = i;
  if (0 <= j && j < n)
    assert(x[j] == j);
}
