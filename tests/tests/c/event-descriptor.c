// expect: unknown --timeout 2
// What the descriptor gives is what the program has written to it, which is not modelled.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int event, value;

void *worker(void *none) {
  uint64_t one = 1;
  value = 1;
  write(event, &one, sizeof one);
  return 0;
}

int main(void) {
  pthread_t thread;
  uint64_t got = 0;
  event = eventfd(0, 0);
  pthread_create(&thread, 0, worker, 0);
  if (read(event, &got, sizeof got) == sizeof got && got == 1)
    assert(value == 1);
}
