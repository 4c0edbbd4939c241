// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *shared;
void *user(void *unused) {
  pthread_mutex_lock(&mutex);
  int *x = shared;
  if (x) {
    *x = 2;
    assert(*x == 2);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  int *x = malloc(sizeof *x);
  *x = 1;
  shared = x;
  pthread_t thread;
  pthread_create(&thread, 0, user, 0);
  pthread_mutex_lock(&mutex);
  shared = 0;
  pthread_mutex_unlock(&mutex);
  free(x);
  pthread_join(thread, 0);
}
