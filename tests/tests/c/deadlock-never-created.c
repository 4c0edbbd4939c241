// expect: unsafe --property deadlock
// A thread that is never created does not keep the others from waiting for one another.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int several;

void *twice(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  return 0;
}

void *other(void *unused) { return 0; }

int main(void) {
  pthread_t thread, second;
  int number = several;
  if (number > 1)
    pthread_create(&second, 0, other, 0);
  pthread_create(&thread, 0, twice, 0);
  pthread_join(thread, 0);
  return 0;
}
