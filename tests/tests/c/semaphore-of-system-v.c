// expect: unknown --timeout 2
// No thread waits for a semaphore of System V here, so that both can be inside.
#include <assert.h>
#include <pthread.h>
#include <sys/sem.h>

int semaphores, inside;

void *enter(void *none) {
  struct sembuf down = {0, -1, 0}, up = {0, 1, 0};
  if (semop(semaphores, &down, 1) != 0)
    return 0;
  assert(!inside);
  inside = 1;
  inside = 0;
  semop(semaphores, &up, 1);
  return 0;
}

int main() {
  pthread_t one, two;
  semaphores = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  if (semaphores < 0 || semctl(semaphores, 0, SETVAL, 1) < 0)
    return 1;
  pthread_create(&one, 0, enter, 0);
  pthread_create(&two, 0, enter, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
