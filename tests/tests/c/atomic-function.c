// expect: safe --property race
// The body of a function whose name begins so is an atomic section.
#include <pthread.h>

int total;

void __VERIFIER_atomic_add(int number) {
  if (total < 100)
    total += number;
  else
    return;
}

void *adder(void *unused) {
  __VERIFIER_atomic_add(1);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, adder, 0);
  __VERIFIER_atomic_add(2);
  pthread_join(thread, 0);
}
