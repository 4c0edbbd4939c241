// verdict: holds for any number of threads
//
// A lock that is taken by writing 1 where 0 was.
#include <assert.h>
#include <pthread.h>

int lock, inside;

void *worker(void *unused) {
  while (__sync_lock_test_and_set(&lock, 1))
    ;
  inside++;
  assert(inside == 1);
  inside--;
  __sync_lock_release(&lock);
  return 0;
}

int main() {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
  }
}
