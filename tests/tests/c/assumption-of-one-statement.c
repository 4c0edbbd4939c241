// expect: safe --atomic statement
#include <assert.h>
#include <pthread.h>

int x;

void *other(void *unused) {
  __VERIFIER_assume(__sync_fetch_and_add(&x, 1) > 0);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  assert(x == 0);
}
