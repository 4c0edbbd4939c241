// expect: safe
#include <assert.h>
#include <stdatomic.h>
int x, count;
_Atomic int y;
int main() {
  __atomic_store_n(&x, 1, (count++, 5));
  int expected = 1;
  _Bool done = __atomic_compare_exchange_n(&x, &expected, 2, (count++, 0), (count++, 5), 5);
  assert(done && x == 2 && count == 3);
  atomic_store_explicit(&y, 3, (count++, memory_order_seq_cst));
  atomic_thread_fence((count++, memory_order_seq_cst));
  assert(count == 5);
}
