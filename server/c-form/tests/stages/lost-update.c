// stages: lowered points-to
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *times) {
  for (int i = *(int *)times; i > 0; i--)
    count++;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int times = 3;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, &times);
  pthread_mutex_lock(&mutex);
  assert(count < 6);
  pthread_mutex_unlock(&mutex);
  return 0;
}
