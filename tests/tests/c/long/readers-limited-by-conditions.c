// expect: safe --int math
// At most three readers or one writer, by a mutex and two condition variables.
#include <assert.h>
#include <pthread.h>
#define MOST 3
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t free_to_read = PTHREAD_COND_INITIALIZER, free_to_write = PTHREAD_COND_INITIALIZER;
int readers, writing, data;
void *reader(void *unused) {
  pthread_mutex_lock(&m);
  while (writing || readers == MOST)
    pthread_cond_wait(&free_to_read, &m);
  readers++;
  pthread_mutex_unlock(&m);
  assert(!writing);
  int before = data;
  assert(before == data);
  pthread_mutex_lock(&m);
  readers--;
  pthread_cond_signal(&free_to_write);
  pthread_cond_signal(&free_to_read);
  pthread_mutex_unlock(&m);
  return 0;
}
void *writer(void *unused) {
  pthread_mutex_lock(&m);
  while (writing || readers > 0)
    pthread_cond_wait(&free_to_write, &m);
  writing = 1;
  pthread_mutex_unlock(&m);
  data = data + 1 & 7;
  assert(readers == 0);
  pthread_mutex_lock(&m);
  writing = 0;
  pthread_cond_broadcast(&free_to_read);
  pthread_cond_signal(&free_to_write);
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t id;
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
