// expect: unsafe --property deadlock
// A mutex that is held twice stays locked where its thread waits: nobody can change what it waits for.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t change = PTHREAD_COND_INITIALIZER;
int is_changed;

void *set(void *none) {
  pthread_mutex_lock(&mutex);
  is_changed = 1;
  pthread_cond_signal(&change);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, 0, set, 0);
  while (!is_changed)
    pthread_cond_wait(&change, &mutex);
  pthread_join(thread, 0);
}
