// expect: unsafe
#include <assert.h>
#include <stdatomic.h>
atomic_int x;
int main(void) {
  int r = 10 * atomic_load(&x) + atomic_fetch_add(&x, 1);
  assert(r == 0);
}
