// expect: unknown
#include <assert.h>
int x;
int set(int to) { return x = to; }
int pair(int a, int b) { return 10 * a + b; }
int main(void) {
  int r = pair(pair(set(1), x), pair(x, set(2)));
  assert(r == 110 + 12 || r == 110 + 2 || r == 100 + 12 || r == 100 + 2 || r == 110 + 22 || r == 120 + 22 ||
         r == 120 + 12 || r == 120 + 2 || r == 100 + 22);
}
