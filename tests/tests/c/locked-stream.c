// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int count;

void *worker(void *none) {
  flockfile(stdout);
  flockfile(stdout);
  int before = count;
  count = before + 1;
  funlockfile(stdout);
  funlockfile(stdout);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(count == 2);
}
