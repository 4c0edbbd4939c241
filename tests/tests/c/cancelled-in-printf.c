// expect: unsafe
// A cancellation point: the thread may end in the call.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int done;
void *worker(void *none) {
  printf("%d\n", done);
  done = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  assert(done == 1);
}
