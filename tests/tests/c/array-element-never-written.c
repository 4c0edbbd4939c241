// expect: unsafe
#include <assert.h>
#include <stdlib.h>
extern int nondet(void);
struct pair {
  int one, other;
};
int main(void) {
  int n = nondet(), k = nondet();
  if (n < 1 || k < 0 || k >= n)
    return 0;
  struct pair *pairs = malloc(n * sizeof *pairs);
  for (int i = 0; i < n; i++) {
    pairs[i].one = 1;
    if (i != 2)
      pairs[i].other = 7;
  }
  assert(pairs[k].one == 1);
  assert(pairs[k].other == 7);
}
