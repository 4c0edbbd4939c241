// expect: safe --property assert --property race
#include <assert.h>
#include <pthread.h>

int greatest = -1;
unsigned least = 9;

void *update(void *unused) {
  __sync_fetch_and_max(&greatest, 5);
  __sync_fetch_and_umin(&least, 4);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, update, 0);
  __sync_fetch_and_max(&greatest, 3);
  __sync_fetch_and_umin(&least, 7);
  pthread_join(thread, 0);
  assert(greatest == 5 && least == 4);
}
