// expect: safe
// A condition that is tested again after each wait holds, however the wait has ended.
#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready;
void *maker(void *none) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t thread;
  struct timespec until = {0, 0};
  pthread_create(&thread, 0, maker, 0);
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_timedwait(&changed, &lock, &until);
  assert(ready == 1);
  pthread_mutex_unlock(&lock);
}
