// verdict: violated, needs 3 threads
//
// The lock is read and written in two steps, between which another thread can read it.
#include <assert.h>
#include <pthread.h>

int lock, inside;

void *worker(void *unused) {
  while (lock)
    ;
  lock = 1;
  inside++;
  assert(inside == 1);
  inside--;
  lock = 0;
  return 0;
}

int main() {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
  }
}
