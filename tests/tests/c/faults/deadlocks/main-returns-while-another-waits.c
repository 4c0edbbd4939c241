// expect: safe --property deadlock
// The end of `main` is the end of all threads.
#include <pthread.h>
#include <semaphore.h>
sem_t orders;
void *kitchen(void *unused) {
  for (;;) sem_wait(&orders);
}
int main(void) {
  pthread_t cook;
  sem_init(&orders, 0, 0);
  pthread_create(&cook, 0, kitchen, 0);
  sem_post(&orders);
  return 0;
}
