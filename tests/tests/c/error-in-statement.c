// expect: safe --atomic statement --property assertion_8
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
  assert(x++ > 0);
}
