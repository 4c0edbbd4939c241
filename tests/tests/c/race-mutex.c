// expect: safe --property race
#include <pthread.h>
int count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main() {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, worker, 0);
}
