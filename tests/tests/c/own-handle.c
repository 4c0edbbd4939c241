// expect: safe
#include <assert.h>
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_t owner;
int held, depth, x;
void lock(void) {
  if (!held || !pthread_equal(owner, pthread_self())) {
    pthread_mutex_lock(&mutex);
    owner = pthread_self();
    held = 1;
  }
  depth++;
}
void unlock(void) {
  if (--depth == 0) {
    held = 0;
    pthread_mutex_unlock(&mutex);
  }
}
void *worker(void *unused) {
  lock();
  lock();
  x++;
  unlock();
  unlock();
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  assert(thread != pthread_self());
  worker(0);
  pthread_join(thread, 0);
  assert(x == 2);
}
