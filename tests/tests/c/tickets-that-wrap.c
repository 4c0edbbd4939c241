// expect: safe --property race
// A ticket of eight bits is drawn unless it would be the one that is served.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned char next;
atomic_uchar served;
int data;
void *customer(void *unused) {
  pthread_mutex_lock(&m);
  unsigned char mine = next;
  if ((unsigned char)(next + 1) == served) {
    pthread_mutex_unlock(&m);
    return 0;
  }
  next++;
  pthread_mutex_unlock(&m);
  while (served != mine)
    ;
  data = data + 1;
  served++;
  return 0;
}
int main() {
  pthread_t id;
  while (1)
    pthread_create(&id, 0, customer, 0);
}
