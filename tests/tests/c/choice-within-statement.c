// expect: unsafe --atomic statement
#include <assert.h>
#include <pthread.h>

int x, y;

void *other(void *unused) {
  if (x == 1)
    assert(y == 1);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  __VERIFIER_assume(__sync_fetch_and_add(&x, 1) ? 0 : __VERIFIER_nondet_bool());
  y = 1;
}
