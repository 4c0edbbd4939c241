// expect: unsafe
// What a pointer to an atomic object points to is not atomic.
#include <assert.h>
#include <pthread.h>

int target;
int *_Atomic pointer = &target;

void *worker(void *unused) {
  (*pointer)++;
  return 0;
}

int main() {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(target == 2);
}
