// expect: unsafe
#include <assert.h>
int x;
int get(void) { return x; }
int second(int a, int b) { return b; }
int main(void) {
  int r = second(x++, get());
  assert(r == 1);
}
