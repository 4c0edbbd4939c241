// expect: safe
// At most three readers, or a writer that has taken all permits.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t permits;
pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
int writing;
void *reader(void *unused) {
  sem_wait(&permits);
  assert(!writing);
  sem_post(&permits);
  return 0;
}
void *writer(void *unused) {
  pthread_mutex_lock(&one);
  sem_wait(&permits);
  sem_wait(&permits);
  sem_wait(&permits);
  writing = 1;
  writing = 0;
  sem_post(&permits);
  sem_post(&permits);
  sem_post(&permits);
  pthread_mutex_unlock(&one);
  return 0;
}
int main() {
  pthread_t id;
  sem_init(&permits, 0, 3);
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
