#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct object {
  int refs;
  struct object *next;
};

struct object *shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int hits;

void *worker(void *argument) {
  struct object *object = argument;
  hits++;
  pthread_mutex_lock(&lock);
  object->refs++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof(struct object));
  shared->refs = 0;
  pthread_create(&a, 0, worker, shared);
  pthread_create(&b, 0, worker, shared);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(hits == 2);
  return 0;
}
