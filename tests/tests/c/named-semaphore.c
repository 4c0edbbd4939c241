// expect: safe
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

sem_t *lock;
int inside;

void *enter(void *none) {
  sem_wait(lock);
  assert(!inside);
  inside = 1;
  inside = 0;
  sem_post(lock);
  return 0;
}

int main() {
  pthread_t one, two;
  sem_unlink("/lock");
  lock = sem_open("/lock", O_CREAT, 0600, 1);
  if (lock == SEM_FAILED)
    return 1;
  pthread_create(&one, 0, enter, 0);
  pthread_create(&two, 0, enter, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  sem_close(lock);
  sem_unlink("/lock");
}
