// expect: unsafe
#include <assert.h>
int nondet_int(void);
int x;
int set(void) { x = 1; return 0; }
int keep(void) { return 0; }
int (*functions[2])(void) = { keep, set };
int main(void) {
  int r = x + functions[nondet_int() > 1]();
  assert(r == 0);
}
