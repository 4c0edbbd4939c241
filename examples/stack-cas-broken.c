// verdict: violated, needs 3 threads
//
// Cells are taken without an atomic section: two threads can take the same one, and their stack points to itself.
#include <assert.h>
#include <pthread.h>

#define CELLS 5

unsigned next[CELLS], used = 1, top;

void *pusher(void *unused) {
  unsigned cell = used++, old;
  if (cell >= CELLS)
    return 0;
  do {
    old = top;
    next[cell] = old;
    assert(old != cell);
  } while (!__sync_bool_compare_and_swap(&top, old, cell));
  return 0;
}

int main() {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, pusher, 0);
  }
}
