// expect: safe
// Each thread has its own value for a key, and a destructor gets that of a thread at its end.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int destroyed;

void destroy(void *value) {
  assert(value == (void *)42L);
  destroyed = 1;
}

void *worker(void *unused) {
  assert(!pthread_getspecific(key));
  assert(!pthread_setspecific(key, (void *)42L));
  assert(pthread_getspecific(key) == (void *)42L);
  return 0;
}

int main(void) {
  pthread_t thread;
  assert(!pthread_key_create(&key, destroy));
  pthread_create(&thread, 0, worker, 0);
  assert(!pthread_getspecific(key));
  pthread_join(thread, 0);
  assert(destroyed);
  return 0;
}
