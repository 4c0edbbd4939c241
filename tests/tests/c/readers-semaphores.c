// expect: safe --int math
#include <pthread.h>
#include <semaphore.h>
sem_t turn, room;
int inside, changing;
void *reader(void *arg) {
  sem_wait(&turn);
  inside++;
  if (inside == 1) sem_wait(&room);
  sem_post(&turn);
  assert(!changing);
  sem_wait(&turn);
  inside--;
  if (inside == 0) sem_post(&room);
  sem_post(&turn);
  return 0;
}
void *writer(void *arg) {
  sem_wait(&room);
  changing = 1;
  assert(inside == 0 || inside == 1);
  changing = 0;
  sem_post(&room);
  return 0;
}
int main() {
  pthread_t id;
  sem_init(&turn, 0, 1);
  sem_init(&room, 0, 1);
  while (1) {
    pthread_create(&id, 0, reader, 0);
    pthread_create(&id, 0, writer, 0);
  }
}
