// expect: safe --property leak
// Whoever has an object holds the lock, and so does `main` when it ends.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  int *own = malloc(sizeof *own);
  free(own);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t thread;
  while (nondet_int())
    pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
}
