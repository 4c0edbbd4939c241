// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int nondet(void);
struct pair {
  int one;
  long other;
};
int main(void) {
  unsigned n = nondet(), k = nondet();
  if (n < 1 || k >= n)
    return 0;
  struct pair *pairs = malloc(n * sizeof *pairs);
  for (unsigned i = 0; i < n; i++) {
    pairs[i].one = i % 3;
    pairs[i].other = 7;
  }
  assert(pairs[k].one < 3);
  assert(pairs[n - 1].other == 7);
  free(pairs);
}
