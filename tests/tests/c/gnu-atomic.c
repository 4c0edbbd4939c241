// expect: safe
#include <assert.h>
#include <pthread.h>

int lock, count;
char flag;

void *worker(void *unused) {
  int free = 0;
  while (!__atomic_compare_exchange_n(&lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    free = 0;
  int before = __atomic_load_n(&count, __ATOMIC_RELAXED);
  assert(__atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST) == before + 1);
  assert(__atomic_fetch_sub(&count, 1, __ATOMIC_SEQ_CST) == before + 1);
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  return 0;
}

int main() {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  assert(!__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
  assert(__atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
  __atomic_clear(&flag, __ATOMIC_SEQ_CST);
  assert(__atomic_exchange_n(&flag, 1, __ATOMIC_SEQ_CST) == 0);
}
