// expect: unknown --property leak
// The last thread ends the program.
#include <pthread.h>
#include <stdlib.h>
void *worker(void *own) {
  free(own);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, malloc(4));
  pthread_exit(0);
}
