// verdict: holds for any number of threads
//
// Threads wait for the lock by reading it, and take it by compare-and-swap.
#include <assert.h>
#include <pthread.h>

int lock, inside;

void acquire(void) {
  do {
    while (lock)
      ;
  } while (!__sync_bool_compare_and_swap(&lock, 0, 1));
}

void release(void) {
  lock = 0;
}

void *worker(void *unused) {
  acquire();
  inside = 1;
  assert(inside == 1);
  inside = 0;
  release();
  return 0;
}

int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
