// expect: unknown
#include <assert.h>
int x;
int f(void) { return x = 2 * x + 1; }
int main(void) {
  int r = f() + f() * f() + f() - f() + f() + f();
  assert(r != 0);
}
