// expect: safe --property deadlock
#include <semaphore.h>
#include <threads.h>
mtx_t mutex;
cnd_t condition;
sem_t units;
int worker(void *unused) {
  struct timespec until = {1, 0};
  if (mtx_timedlock(&mutex, &until) == thrd_success) {
    cnd_timedwait(&condition, &mutex, &until);
    sem_timedwait(&units, &until);
    mtx_unlock(&mutex);
  }
  return 0;
}
int main() {
  thrd_t first, second;
  mtx_init(&mutex, mtx_timed);
  thrd_create(&first, worker, 0);
  thrd_create(&second, worker, 0);
}
