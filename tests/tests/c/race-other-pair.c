// expect: unsafe --property race --engine random
// `worker` and `main` exclude one another where they count, and race where `main` resets: one pair of accesses holds, one does not.
#include <pthread.h>
int count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  count = 0;
  pthread_join(thread, 0);
  return 0;
}
