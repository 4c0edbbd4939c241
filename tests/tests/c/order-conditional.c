// expect: unsafe
#include <assert.h>
int nondet_int(void);
int x;
int set(int to) { return x = to; }
int main(void) {
  int count = nondet_int();
  int r = (count > 1 ? x : 0) + (count > 2 ? set(5) : 0);
  assert(r != 10);
}
