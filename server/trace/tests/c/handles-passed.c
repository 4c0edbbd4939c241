// seeds 0..50
#include <assert.h>
#include <pthread.h>

pthread_t last;
int joined;

static void *work(void *argument) {
  return argument;
}

static pthread_t start(void) {
  pthread_t id;
  pthread_create(&id, NULL, work, NULL);
  pthread_t same = id;
  return same;
}

static void wait_for(pthread_t which) {
  pthread_join(which, NULL);
  joined++;
}

int main(void) {
  unsigned long count = 2;
  pthread_t first = start();
  pthread_t again = first;
  last = again;
  wait_for(again);
  count = count + 1;
  assert(joined == 2 || count == 2);
}
