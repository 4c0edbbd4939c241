// verdict: holds for any number of threads
//
// A buffer of two items between any number of producers and consumers, who wait until there is room or an item.
#include <assert.h>
#include <pthread.h>

#define SIZE 2

int items[SIZE], count, in, out;
pthread_mutex_t mutex;
pthread_cond_t room, item;

void *producer(void *unused) {
  pthread_mutex_lock(&mutex);
  while (count == SIZE)
    pthread_cond_wait(&room, &mutex);
  assert(count < SIZE);
  items[in] = 1;
  in = (in + 1) % SIZE;
  count = count + 1;
  pthread_cond_signal(&item);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *consumer(void *unused) {
  pthread_mutex_lock(&mutex);
  while (count == 0)
    pthread_cond_wait(&item, &mutex);
  assert(count > 0);
  assert(items[out] == 1);
  items[out] = 0;
  out = (out + 1) % SIZE;
  count = count - 1;
  pthread_cond_signal(&room);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main() {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
}
