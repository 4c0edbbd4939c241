// expect: safe --property assertion_8
#include <assert.h>
#include <pthread.h>

int x;

void *other(void *unused) {
  assert(x == 0);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  __VERIFIER_atomic_begin();
  x = 1;
  if (__VERIFIER_nondet_bool())
    assert(0);
  x = 0;
  __VERIFIER_atomic_end();
}
