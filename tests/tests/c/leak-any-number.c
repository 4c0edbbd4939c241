// expect: unsafe --property leak
#include <pthread.h>
#include <stdlib.h>
int done;
void *worker(void *unused) {
  int *own = malloc(sizeof *own);
  if (own)
    *own = 1;
  free(own);
  return 0;
}
int main(void) {
  pthread_t thread;
  while (nondet_int())
    pthread_create(&thread, 0, worker, 0);
}
