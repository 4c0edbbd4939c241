// expect: safe
#include <assert.h>
#include <pthread.h>
int ready;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
void *reader(void *unused) {
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&condition, &mutex);
  assert(ready);
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}
