// expect: safe --int math
// A driver that is stopped while any number of requests run (Qadeer, Wu, "KISS", PLDI 2004), repaired: the request counts itself
// before it reads the flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int pending = 1, stopping, event, stopped;
void *request(void *unused) {
  atomic_fetch_add(&pending, 1);
  if (!stopping)
    assert(!stopped);
  if (atomic_fetch_sub(&pending, 1) == 1)
    event = 1;
  return 0;
}
void *stop(void *unused) {
  stopping = 1;
  if (atomic_fetch_sub(&pending, 1) == 1)
    event = 1;
  while (!event)
    ;
  stopped = 1;
  return 0;
}
int main() {
  pthread_t id;
  pthread_create(&id, 0, stop, 0);
  while (1)
    pthread_create(&id, 0, request, 0);
}
