// verdict: holds for any number of threads
//
// The first thread initialises the data, and the others wait for it.
#include <assert.h>
#include <pthread.h>

int begun, ready, data;

void initialise(void) {
  data = 42;
  ready = 1;
}

void *user(void *unused) {
  if (__sync_bool_compare_and_swap(&begun, 0, 1))
    initialise();
  while (!ready)
    ;
  assert(data == 42);
  return 0;
}

int main() {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, user, 0);
}
