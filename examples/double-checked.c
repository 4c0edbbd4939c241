// verdict: holds for any number of threads
//
// The data is there before the flag is set: whoever finds the flag set reads the data without the lock.
#include <assert.h>
#include <pthread.h>

int lock, ready, data;

void *user(void *unused) {
  if (!ready) {
    while (__sync_lock_test_and_set(&lock, 1))
      ;
    if (!ready) {
      data = 42;
      ready = 1;
    }
    __sync_lock_release(&lock);
  }
  assert(data == 42);
  return 0;
}

int main() {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, user, 0);
  }
}
