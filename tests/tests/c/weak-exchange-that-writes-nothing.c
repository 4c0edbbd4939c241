// expect: safe
#include <assert.h>
#include <stdatomic.h>

atomic_int number;

int main(void) {
  int expected = 0;
  _Bool succeeds = atomic_compare_exchange_weak(&number, &expected, 1);
  assert(number == succeeds);
}
