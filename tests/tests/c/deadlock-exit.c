// expect: safe --property deadlock
// Nobody waits in a process that has ended.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) { pthread_mutex_lock(&mutex); return 0; }
int main() {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, 0, worker, 0);
  exit(0);
}
