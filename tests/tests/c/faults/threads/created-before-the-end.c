// expect: unsafe
// An assumption that does not hold ends the thread that made another one, which goes on.
#include <assert.h>
#include <pthread.h>

int x;

void *check(void *unused) {
  assert(x == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, check, 0);
  __CPROVER_assume(0);
}
