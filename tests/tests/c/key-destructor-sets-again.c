// expect: unsafe
// After four rounds, it is open whether there are more.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int rounds;

void end(void *value) {
  rounds++;
  pthread_setspecific(key, value);
}

void *worker(void *none) {
  pthread_setspecific(key, &key);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, end);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(rounds != 4);
}
