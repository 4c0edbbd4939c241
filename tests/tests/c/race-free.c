// expect: unsafe --property race
#include <pthread.h>
#include <stdlib.h>
void *reads(void *given) { int *number = given; return *number ? 0 : given; }
int main(void) {
  pthread_t thread;
  int *number = calloc(1, sizeof *number);
  pthread_create(&thread, 0, reads, number);
  free(number);
  pthread_join(thread, 0);
}
