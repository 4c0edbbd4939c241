// verdict: violated, needs 3 threads
//
// The driver looks whether it was stopped before it counts itself in: it can run after the stop.
#include <assert.h>
#include <pthread.h>

int stopping, stopped, pending = 1;

int enter(void) {
  if (stopping)
    return 0;
  __sync_fetch_and_add(&pending, 1);
  return 1;
}

void leave(void) {
  if (__sync_sub_and_fetch(&pending, 1) == 0)
    stopped = 1;
}

void *driver(void *unused) {
  if (enter()) {
    assert(!stopped);
    leave();
  }
  return 0;
}

void *stopper(void *unused) {
  stopping = 1;
  leave();
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, stopper, 0);
  while (1)
    pthread_create(&thread, 0, driver, 0);
}
