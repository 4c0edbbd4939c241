// expect: unsafe
// The operation gives the value before.
#include <assert.h>
int nondet_int(void);
int main(void) {
  int stock = nondet_int();
  int before = __sync_fetch_and_add(&stock, 1);
  if (stock == 8) assert(before != 7);
}
