// verdict: violated, needs 3 threads
//
// The writer looks whether anybody reads, and writes: in between, a reader can begin.
#include <assert.h>
#include <pthread.h>

int readers, writing;

void *reader(void *unused) {
  while (writing)
    ;
  __sync_fetch_and_add(&readers, 1);
  assert(!writing);
  __sync_fetch_and_sub(&readers, 1);
  return 0;
}

void *writer(void *unused) {
  while (readers > 0)
    ;
  writing = 1;
  writing = 0;
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  while (1)
    pthread_create(&thread, 0, reader, 0);
}
