// expect: safe --property race
// Nobody sees what a section has done in part.
#include <pthread.h>
int phase, data;
void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  phase = 1;
  for (int i = 0; i < 2; i++)
    data = i;
  phase = 0;
  __VERIFIER_atomic_end();
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  __VERIFIER_atomic_begin();
  int seen = phase;
  __VERIFIER_atomic_end();
  if (seen == 1)
    data = 2;
}
