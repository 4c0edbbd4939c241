// expect: safe
// assumed in line 15: creations of threads succeed
#include <assert.h>
#include <pthread.h>

int n;

void *worker(void *unused) {
  n = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int failed = pthread_create(&thread, 0, worker, 0);
  if (failed) return 1;
  pthread_join(thread, 0);
  assert(n == 1);
}
