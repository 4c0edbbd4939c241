// expect: safe
// A new key has no value in any thread, also where it gets the number of one that was deleted.
#include <assert.h>
#include <pthread.h>

int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, 0);
  pthread_setspecific(key, &key);
  pthread_key_delete(key);
  pthread_key_create(&key, 0);
  assert(pthread_getspecific(key) == 0);
}
