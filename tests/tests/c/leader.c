// expect: safe
// The first of any number of threads to exchange a flag leads; the others wait for its result.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int chosen, done;
int result;
void *worker(void *unused) {
  if (!atomic_exchange(&chosen, 1)) {
    result = result + 7;
    done = 1;
  } else
    while (!done)
      ;
  assert(result == 7);
  return 0;
}
int main() {
  pthread_t id;
  while (1)
    pthread_create(&id, 0, worker, 0);
}
