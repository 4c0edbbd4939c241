// expect: unsafe
// The right side is evaluated before the atomic step, not in it.
#include <assert.h>
#include <pthread.h>

_Atomic int sum;
int operand = 1;

void *worker(void *unused) {
  sum += operand;
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  operand = 2;
  sum = 3;
  pthread_join(thread, 0);
  assert(sum == 3 || sum == 5);
}
