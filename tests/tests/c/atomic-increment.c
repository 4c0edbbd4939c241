// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct counter {
  _Atomic int value;
  int plain;
} counter;
atomic_int other;
typedef _Atomic unsigned char small;
small elements[2];

void *worker(void *unused) {
  counter.value++;
  other += 2;
  --elements[1];
  return 0;
}

int main() {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter.value == 2);
  assert(other == 4);
  assert(elements[1] == 254);
}
