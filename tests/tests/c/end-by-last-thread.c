// expect: unsafe
// The last thread ends the process, which calls what `atexit` was given.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int done;

void check(void) { assert(done == 0); }

void *worker(void *none) {
  done = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, 0, worker, 0);
  pthread_exit(0);
}
