// expect: unsafe
// The function that ends the thread of `main` is called by a pointer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void (*volatile leave)(void *) = pthread_exit;

void check(void) { assert(0); }

int main(void) {
  atexit(check);
  leave(0);
  return 0;
}
