// expect: unsafe
// Others come between what a function without a definition writes and the read of it.
#include <assert.h>
#include <pthread.h>

void unknown(int *);
int x, seen;

void *other(void *unused) {
  if (x == 3) {
    seen = 1;
    x = 5;
  }
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  unknown(&x);
  int y = x;
  pthread_join(thread, 0);
  assert(!(seen && y == 5));
}
