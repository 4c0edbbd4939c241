// expect: unsafe --property deadlock
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) { pthread_mutex_lock(&mutex); return 0; }
int main() {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
