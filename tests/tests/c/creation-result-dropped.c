// expect: safe
// assumed in no line
#include <assert.h>
#include <threads.h>

int n;

int worker(void *unused) {
  n = 1;
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, worker, 0);
  thrd_join(thread, 0);
  assert(n == 1);
}
