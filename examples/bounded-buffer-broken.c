// verdict: violated, needs 6 threads
//
// A producer looks whether there is room and fills it in two steps: another one can fill it in between.
#include <assert.h>
#include <pthread.h>

#define ROOM 2

int filled;

void put(void) {
  assert(filled < ROOM);
  __sync_fetch_and_add(&filled, 1);
}

void *producer(void *unused) {
  while (filled == ROOM)
    ;
  put();
  return 0;
}

void *consumer(void *unused) {
  if (filled > 0)
    __sync_fetch_and_sub(&filled, 1);
  return 0;
}

int main() {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
