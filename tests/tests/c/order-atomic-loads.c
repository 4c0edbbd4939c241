// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int first, second;
void *writer(void *unused) {
  atomic_store(&second, 1);
  atomic_store(&first, 1);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int r = 10 * atomic_load(&first) + atomic_load(&second);
  assert(r != 10);
}
