// expect: unknown --timeout 2
// The pipe is ready when something was written to it, which is not modelled.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

int ends[2], value;

void *write_one(void *none) {
  value = 1;
  write(ends[1], "x", 1);
  return 0;
}

int main() {
  pthread_t thread;
  struct pollfd waits = {.events = POLLIN};
  if (pipe(ends) != 0)
    return 1;
  waits.fd = ends[0];
  pthread_create(&thread, 0, write_one, 0);
  if (poll(&waits, 1, -1) == 1)
    assert(value == 1);
}
