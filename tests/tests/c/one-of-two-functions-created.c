// expect: unsafe --property deadlock
// Only the thread that was chosen is created.
#include <pthread.h>
#include <semaphore.h>

int any(void);
sem_t posted;

void *quiet(void *none) { return 0; }

void *posting(void *none) {
  sem_post(&posted);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&posted, 0, 0);
  pthread_create(&thread, 0, any() ? quiet : posting, 0);
  pthread_join(thread, 0);
  sem_wait(&posted);
}
