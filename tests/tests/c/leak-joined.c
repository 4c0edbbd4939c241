// expect: safe --property leak
#include <pthread.h>
#include <stdlib.h>
int *passed;
void *worker(void *unused) {
  int *own = malloc(sizeof *own);
  free(own);
  free(passed);
  return 0;
}
int main(void) {
  pthread_t thread;
  passed = malloc(sizeof *passed);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
