// seeds 0..40
#include <assert.h>
#include <pthread.h>

static int *shared;
static int value;

static void set(int *it) {
  if (*it == 0)
    *it = 2;
  assert(*it == 0);
}

static void *idle(void *unused) {
  value = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  shared = &value;
  set(shared);
  pthread_join(thread, NULL);
  return 0;
}
