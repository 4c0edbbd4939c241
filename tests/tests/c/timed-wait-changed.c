// expect: unsafe
// After the time limit is over, the thread waits for the mutex, while another one still changes what the mutex protects.
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
  if (!ready) {
    int result = pthread_cond_timedwait(&changed, &lock, &until);
    assert(result == 0 || !ready);
  }
  pthread_mutex_unlock(&lock);
}
