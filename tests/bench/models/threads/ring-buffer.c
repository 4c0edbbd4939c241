// proved: One thread puts the numbers from 1 to N into a ring of two cells, another takes them out in this order.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int cells[2];
int used = 0;

void *put(void *argument) {
  for (int item = 1; item <= N; item++) {
    pthread_mutex_lock(&mutex);
    while (used == 2)
      pthread_cond_wait(&changed, &mutex);
    cells[item % 2] = item;
    used = used + 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *take(void *argument) {
  for (int item = 1; item <= N; item++) {
    pthread_mutex_lock(&mutex);
    while (used == 0)
      pthread_cond_wait(&changed, &mutex);
    assert(cells[item % 2] == item);
    used = used - 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t putting, taking;
  pthread_create(&putting, 0, put, 0);
  pthread_create(&taking, 0, take, 0);
  pthread_join(putting, 0);
  pthread_join(taking, 0);
  return 0;
}
