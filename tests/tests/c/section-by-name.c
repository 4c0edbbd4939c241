// expect: safe --property assert --property race
// A function whose name begins with `__VERIFIER_atomic_` is an atomic section, on each way out of it.
#include <assert.h>
#include <pthread.h>

int value, other;

int __VERIFIER_atomic_change(int to) {
  value = to;
  if (other == 3) return 1;
  assert(value == to);
  other = to;
  return 0;
}

void *user(void *unused) {
  int failed = __VERIFIER_atomic_change(42);
  __VERIFIER_atomic_change(failed ? 1 : 43);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, user, 0);
  __VERIFIER_atomic_change(100);
  pthread_join(thread, 0);
  return 0;
}
