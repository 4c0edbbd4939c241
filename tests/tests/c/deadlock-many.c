// expect: unsafe --property deadlock
// Any number of threads; the last one that is created keeps the mutex.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) { pthread_mutex_lock(&mutex); return 0; }
int main() {
  pthread_t thread;
  while (__VERIFIER_nondet_bool()) pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
