// verdict: holds for any number of threads
//
// A ticket lock: whoever draws a number waits until it is called. The counters wrap around, as in every ticket lock, and a
// thread that would draw the number that is being called comes back later.
#include <assert.h>
#include <pthread.h>

#define SLOTS 4

unsigned next, called;
int inside;

void *worker(void *unused) {
  unsigned mine;
  __CPROVER_atomic_begin();
  mine = next;
  __CPROVER_assume((next + 1) % SLOTS != called);
  next = (next + 1) % SLOTS;
  __CPROVER_atomic_end();
  while (called != mine)
    ;
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  called = (called + 1) % SLOTS;
  return 0;
}

int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
