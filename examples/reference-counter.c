// verdict: holds for any number of threads
//
// An object with a reference counter. Who gets a reference uses the object; who gives back the last one frees it.
#include <assert.h>
#include <pthread.h>

int references = 1, freed;

int get(void) {
  int old;
  do {
    old = references;
    if (old == 0 || old == 1000)
      return 0;
  } while (!__sync_bool_compare_and_swap(&references, old, old + 1));
  return 1;
}

void put(void) {
  if (__sync_sub_and_fetch(&references, 1) == 0)
    freed = 1;
}

void *user(void *unused) {
  if (get()) {
    assert(!freed);
    put();
  }
  return 0;
}

int main() {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, user, 0);
  }
}
