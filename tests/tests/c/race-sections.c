// expect: safe --property race
#include <pthread.h>
int count;
void add(void) {
  __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
}
void *worker(void *unused) { add(); return 0; }
int main() {
  pthread_t thread;
  while (1) { pthread_create(&thread, 0, worker, 0); add(); }
}
