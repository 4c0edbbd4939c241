// expect: unsafe
// A thread that is cancelled waits no longer a step before it has the mutex: the signal in between is lost.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int waits, woken;

void release(void *none) { pthread_mutex_unlock(&lock); }

void *waiter(void *none) {
  pthread_mutex_lock(&lock);
  waits = 1;
  pthread_cleanup_push(release, 0);
  pthread_cond_wait(&changed, &lock);
  woken = 1;
  pthread_cleanup_pop(1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  for (;;) {
    pthread_mutex_lock(&lock);
    if (waits) break;
    pthread_mutex_unlock(&lock);
  }
  pthread_cancel(thread);
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  assert(woken == 1);
}
