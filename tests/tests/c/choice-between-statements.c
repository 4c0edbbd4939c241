// expect: unsafe --atomic statement
#include <assert.h>
#include <pthread.h>

int x;

void *other(void *unused) {
  x = 2;
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  x = 1;
  if (__VERIFIER_nondet_bool())
    assert(x == 1);
}
