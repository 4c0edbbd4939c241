// fault: race 8
// kinds: race
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
int data;
void *other(void *unused) {
  data = 1;
  ready = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  int seen = data;
  pthread_join(thread, 0);
  return seen;
}
