// expect: unsafe --property race
#include <pthread.h>
int count;
void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  return count;
}
