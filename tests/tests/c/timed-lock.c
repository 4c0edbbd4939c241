// expect: safe
#include <errno.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;
void *worker(void *unused) {
  struct timespec until = {1, 0};
  int code = pthread_mutex_timedlock(&mutex, &until);
  if (code == 0) {
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
  } else
    assert(code == ETIMEDOUT);
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
}
