// proved: Each thread adds one under a mutex. The sum is right.
#include <assert.h>
#include <pthread.h>
#include "each.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int sum = 0;

void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  sum = sum + 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  EACH(DECLARE)
  EACH(CREATE)
  EACH(JOIN)
  assert(sum == N);
  return 0;
}
