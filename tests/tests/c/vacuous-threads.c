// expect: safe
#include <assert.h>
#include <pthread.h>
int open, inside;
void *worker(void *unused) {
  __VERIFIER_assume(open);
  inside++;
  assert(inside == 1);
  inside--;
  return 0;
}
int main() {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, worker, 0);
}
