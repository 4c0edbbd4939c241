// expect: unsafe --atomic statement
// What a statement does is seen even if the thread does nothing afterwards.
#include <assert.h>
#include <pthread.h>
int x, y;
void *f(void *unused) {
  x = 1 + __sync_fetch_and_add(&y, 1);
  __VERIFIER_assume(0);
  return 0;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, f, 0);
  assert(x == 0);
}
