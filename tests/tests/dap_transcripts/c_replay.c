#include <assert.h>
#include <pthread.h>

int references = 1, freed;

void put(void) {
  if (__sync_sub_and_fetch(&references, 1) == 0)
    freed = 1;
}

void *user(void *unused) {
  if (references > 0) {
    __sync_fetch_and_add(&references, 1);
    assert(!freed);
    put();
  }
  return 0;
}

void *owner(void *unused) {
  put();
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, owner, 0);
  while (1)
    pthread_create(&thread, 0, user, 0);
}
