// expect: unsafe
// A weak one may fail although the value is the expected one.
#include <assert.h>
#include <stdatomic.h>

atomic_int value;

int main() {
  int expected = 0;
  assert(atomic_compare_exchange_weak(&value, &expected, 1));
}
