// proved: Each thread tries to get a lock by compare-and-swap three times, and gives up then. One at a time has it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "each.h"

atomic_int lock = 0;
int inside = 0;

void *run(void *argument) {
  for (int attempt = 0; attempt < 3; attempt++) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&lock, &expected, 1)) {
      inside = inside + 1;
      assert(inside == 1);
      inside = inside - 1;
      atomic_store(&lock, 0);
      return 0;
    }
  }
  return 0;
}

int main(void) {
  EACH(DECLARE)
  EACH(CREATE)
  EACH(JOIN)
  return 0;
}
