// expect: unsafe --link queue.c
// says: queue.c, line 10: assert(count < 2)
// says: queue.c, line 11: count++   count#2 1 -> 2
// says: line 10:          push(1)
#include <pthread.h>
#include "queue.h"

static int count = 5;
void *worker(void *unused) {
  push(1);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (count-- > 0)
    pthread_create(&thread, 0, worker, 0);
}
