// expect: unsafe --property leak
// The worker may still have its object when `main` returns.
#include <pthread.h>
#include <stdlib.h>
void *worker(void *unused) {
  int *own = malloc(sizeof *own);
  free(own);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
}
