#include <assert.h>
#include <pthread.h>
#include "queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

void push(int value) {
  pthread_mutex_lock(&lock);
  assert(count < 2);
  count++;
  pthread_mutex_unlock(&lock);
}

int size(void) {
  return count;
}
