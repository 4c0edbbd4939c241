// expect: unsafe --property race
#include <pthread.h>
int next, elements[3];
void *worker(void *unused) {
  int index = __sync_fetch_and_add(&next, 1) % 3;
  elements[index] = 1;
  return 0;
}
int main() {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, worker, 0);
}
