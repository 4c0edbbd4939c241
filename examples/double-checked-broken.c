// verdict: violated, needs 3 threads
//
// The flag is set before the data: a thread that finds it set can read data that is not there yet.
#include <assert.h>
#include <pthread.h>

int lock, ready, data;

void *user(void *unused) {
  if (!ready) {
    while (__sync_lock_test_and_set(&lock, 1))
      ;
    if (!ready) {
      ready = 1;
      data = 42;
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
