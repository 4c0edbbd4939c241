// expect: unsafe
// A weak exchange may fail also where the values are equal, and writes nothing then.
#include <assert.h>
#include <stdatomic.h>

atomic_int number;

int main(void) {
  int expected = 0;
  if (!atomic_compare_exchange_weak(&number, &expected, 1)) assert(number != 0);
}
