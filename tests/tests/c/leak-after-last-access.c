// expect: unsafe --property leak
// The other thread allocates after the last access of `main`, which then returns.
#include <pthread.h>
#include <stdlib.h>
int ready, *kept;
void *worker(void *unused) {
  while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST))
    ;
  kept = malloc(sizeof *kept);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
}
