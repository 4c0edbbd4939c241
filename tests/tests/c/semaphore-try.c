// expect: safe
#include <semaphore.h>
sem_t s;
int main() {
  sem_init(&s, 0, 1);
  assert(sem_trywait(&s) == 0);
  assert(sem_trywait(&s) == -1);
  sem_post(&s);
  assert(sem_trywait(&s) == 0);
  sem_destroy(&s);
}
