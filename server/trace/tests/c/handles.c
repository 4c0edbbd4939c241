// seeds 0..50, late
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct worker {
  int number;
  pthread_t id;
};

pthread_t main_thread, ids[2];
int done;

static void *work(void *argument) {
  ids[1] = pthread_self();
  done = ids[1] == ids[0];
  return argument;
}

int main(void) {
  struct worker *worker = malloc(sizeof *worker);
  main_thread = pthread_self();
  worker->number = 2;
  pthread_create(&worker->id, NULL, work, NULL);
  ids[0] = worker->id;
  pthread_join(ids[0], NULL);
  unsigned long count = 2;
  assert(!done || count == 3);
}
