// expect: unknown
#include <assert.h>
int x;
int set(void) { return x = 1; }
int main(void) {
  int r = set() + ({ int n = x; if (n) goto last; n = 7; last:; n; });
  assert(r >= 2);
}
