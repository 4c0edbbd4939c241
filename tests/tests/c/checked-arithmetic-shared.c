// expect: unsafe --property race
// The result is stored as by any assignment.
#include <pthread.h>

int sum;

void *worker(void *none) {
  __builtin_add_overflow(sum, 1, &sum);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
}
