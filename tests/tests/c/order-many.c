// expect: unknown
#include <assert.h>
int x;
int f(void) { return x = 2 * x + 1; }
int sum(int a, int b, int c, int d, int e) { return a + b + c + d + e; }
int main(void) {
  int r = sum(f(), f(), f(), f(), f());
  assert(r == 57);
}
