// expect: safe
// The name of a variable has a letter beyond ASCII (C11 6.4.2.1).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int å, größe;

void *user(void *unused) {
  if (å == 0) größe = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, user, 0);
  å = 2;
  pthread_join(thread, 0);
  assert(größe <= 1 && å == 2);
  return 0;
}
