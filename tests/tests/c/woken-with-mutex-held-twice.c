// expect: safe --property deadlock
// A thread that has the mutex twice while it waits still has it when it is woken, by a thread that does not need the mutex.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t change = PTHREAD_COND_INITIALIZER;
atomic_int is_done;

void *wake(void *none) {
  while (!is_done)
    pthread_cond_broadcast(&change);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, wake, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&change, &mutex);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  is_done = 1;
  pthread_join(thread, 0);
}
