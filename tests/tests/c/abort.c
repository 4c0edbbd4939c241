// expect: safe
// A run that the program ends by `abort` is left out, also where a function of the program does so.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int nondet_int(void);

static void suppose(int condition) {
  if (!condition) abort();
}

int limit, used;

void *user(void *unused) {
  suppose(limit > 3);
  used = limit;
  return 0;
}

int main(void) {
  limit = nondet_int();
  pthread_t thread;
  if (pthread_create(&thread, 0, user, 0)) abort();
  pthread_join(thread, 0);
  assert(used > 3);
}
