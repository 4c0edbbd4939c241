// expect: unsafe
// What a thread wrote is seen also where the assumption after it does not hold.
#include <assert.h>
#include <pthread.h>

int x;
int nondet(void);

void *write(void *unused) {
  int own;
  if (nondet())
    own = 1;
  else
    own = 0;
  x = own + 1;
  __CPROVER_assume(own);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  assert(x != 1);
}
