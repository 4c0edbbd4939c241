// verdict: holds for any number of threads
//
// Any number of readers look at a pair of values at the same time, and any number of writers change it, each alone.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value, copy;

void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(value == copy);
  pthread_rwlock_unlock(&lock);
  return 0;
}

void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  value = !value;
  copy = value;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main() {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, reader, 0);
    pthread_create(&thread, 0, writer, 0);
  }
}
