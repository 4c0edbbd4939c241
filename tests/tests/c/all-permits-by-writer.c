// expect: safe --int math
// A writer takes all permits of a semaphore one by one; the mutex keeps other writers from taking the rest.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
sem_t permits;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int readers, writers;
void *reader(void *unused) {
  sem_wait(&permits);
  readers++;
  assert(writers == 0);
  readers--;
  sem_post(&permits);
  return 0;
}
void *writer(void *unused) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < 3; i++)
    sem_wait(&permits);
  writers++;
  assert(readers == 0);
  writers--;
  for (int i = 0; i < 3; i++)
    sem_post(&permits);
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  sem_init(&permits, 0, 3);
  for (;;) {
    pthread_t id;
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
