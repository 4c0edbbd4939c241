// expect: safe --property race
#include <pthread.h>
#include <stdatomic.h>
_Atomic int count;
int old;
void *worker(void *unused) {
  count++;
  __sync_fetch_and_add(&old, 1);
  return 0;
}
int main() {
  pthread_t thread;
  while (count < 9) pthread_create(&thread, 0, worker, 0);
}
