// expect: safe
#include <assert.h>
int x, y;
int set(void) { x = y = 1; return 0; }
int main(void) {
  int r = 10 * x + y + set();
  assert(r == 0 || r == 1 || r == 10 || r == 11);
}
