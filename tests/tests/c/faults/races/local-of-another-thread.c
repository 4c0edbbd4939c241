// expect: unsafe --property race
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *offered;
void *host(void *unused) {
  int room = 1;
  pthread_mutex_lock(&lock);
  offered = &room;
  pthread_mutex_unlock(&lock);
  while (room != 3) room = 2;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, host, 0);
  pthread_mutex_lock(&lock);
  int *room = offered;
  pthread_mutex_unlock(&lock);
  if (room) *room = 3;
  pthread_join(thread, 0);
}
