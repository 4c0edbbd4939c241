// proved: Each thread tries to add one by compare-and-swap, at most twice. At least one of them adds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "each.h"

atomic_int sum = 0;

void *run(void *argument) {
  for (int attempt = 0; attempt < 2; attempt++) {
    int old = atomic_load(&sum);
    if (atomic_compare_exchange_strong(&sum, &old, old + 1))
      return 0;
  }
  return 0;
}

int main(void) {
  EACH(DECLARE)
  EACH(CREATE)
  EACH(JOIN)
  assert(sum >= 1 && sum <= N);
  return 0;
}
