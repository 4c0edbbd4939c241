// expect: safe --property deadlock
// The call was cancelled within the function: "as if pthread_once() was never called".
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;

void prepare(void) { pthread_testcancel(); }

void *worker(void *none) {
  pthread_once(&once, prepare);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  pthread_once(&once, prepare);
}
