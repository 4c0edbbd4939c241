// expect: safe
// Any number of producers and consumers under one mutex: no item is lost or taken twice, by data independence: one item is coloured.
#include <assert.h>
#include <pthread.h>
#define SIZE 4
int ring[SIZE];
unsigned head, tail, used;
int put, taken;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t room = PTHREAD_COND_INITIALIZER, items = PTHREAD_COND_INITIALIZER;
int __VERIFIER_nondet_int();
void *producer(void *unused) {
  pthread_mutex_lock(&m);
  while (used == SIZE)
    pthread_cond_wait(&room, &m);
  int coloured = !put && __VERIFIER_nondet_int();
  put = put || coloured;
  ring[tail] = coloured;
  tail = (tail + 1) % SIZE;
  used++;
  pthread_cond_signal(&items);
  pthread_mutex_unlock(&m);
  return 0;
}
void *consumer(void *unused) {
  pthread_mutex_lock(&m);
  while (used == 0)
    pthread_cond_wait(&items, &m);
  int coloured = ring[head];
  ring[head] = 0;
  head = (head + 1) % SIZE;
  used--;
  if (coloured) {
    assert(put && !taken);
    taken = 1;
  }
  pthread_cond_signal(&room);
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, producer, 0);
    pthread_create(&id, 0, consumer, 0);
  }
}
