// expect: safe
#include <assert.h>
#include <stdlib.h>
int main() {
  int x = nondet_int(), y = abs(x);
  assert(abs(-3) == 3 && abs(4) == 4);
  assert(x > -5 && x < 5 ? y >= 0 && y < 5 : 1);
}
