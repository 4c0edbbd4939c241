// proved: Each thread adds one twice, by compare-and-swap. The sum is right.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "each.h"

atomic_int sum = 0;

void *run(void *argument) {
  for (int round = 0; round < 2; round++) {
    int old = atomic_load(&sum);
    while (!atomic_compare_exchange_strong(&sum, &old, old + 1)) {
    }
  }
  return 0;
}

int main(void) {
  EACH(DECLARE)
  EACH(CREATE)
  EACH(JOIN)
  assert(sum == 2 * N);
  return 0;
}
