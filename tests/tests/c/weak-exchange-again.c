// expect: safe
#include <assert.h>
#include <stdatomic.h>

atomic_int value;

int main() {
  int expected = 0;
  while (!atomic_compare_exchange_weak_explicit(&value, &expected, 1, memory_order_acq_rel, memory_order_relaxed))
    assert(expected == 0);
  assert(atomic_load_explicit(&value, memory_order_acquire) == 1);
}
