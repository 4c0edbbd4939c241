// expect: unsafe
#include <assert.h>
int x;
int set(int to) { x = to; return to; }
int digits(int a, int b, int c) { return 100 * a + 10 * b + c; }
int main(void) {
  int r = digits(x, set(1), set(2));
  assert(r != 112);
}
