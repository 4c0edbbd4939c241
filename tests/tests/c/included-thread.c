// expect: unsafe
// A thread is within an included file, and so is what it does wrong: both are at the directive that includes it.
#include <pthread.h>
#include <stdlib.h>
#include "included-thread.h"

int main(void) {
  pthread_t first, second;
  shared = malloc(sizeof *shared);
  *shared = 1;
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, releaser, 0);
  return 0;
}
