// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
bool ready;
int data;
void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  data = 42;
  ready = true;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}
int main(void) {
  pthread_t thread;
  struct timespec until;
  int code = 0;
  pthread_create(&thread, NULL, worker, NULL);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 5;
  pthread_mutex_lock(&mutex);
  while (!ready && code == 0) code = pthread_cond_timedwait(&condition, &mutex, &until);
  assert(code == 0 || code == ETIMEDOUT);
  assert(code == ETIMEDOUT || data == 42);
  pthread_mutex_unlock(&mutex);
}
