// expect: safe
// At most three readers or one writer, by compare-and-swap: the lock is -1 while one writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define MOST 3
atomic_int lock;
int writing;
void *reader(void *unused) {
  int known = lock;
  while (known < 0 || known == MOST || !atomic_compare_exchange_strong(&lock, &known, known + 1))
    known = lock;
  assert(!writing);
  atomic_fetch_sub(&lock, 1);
  return 0;
}
void *writer(void *unused) {
  int free = 0;
  while (!atomic_compare_exchange_strong(&lock, &free, -1))
    free = 0;
  writing = 1;
  assert(lock == -1);
  writing = 0;
  lock = 0;
  return 0;
}
int main() {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
