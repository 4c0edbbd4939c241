// verdict: holds for any number of threads
//
// A stack in an array: a thread takes a free cell, fills it, and makes it the top by compare-and-swap.
#include <assert.h>
#include <pthread.h>

#define CELLS 5

int next[CELLS], used = 1, top;

int take(void) {
  int cell = 0;
  __CPROVER_atomic_begin();
  if (used < CELLS)
    cell = used++;
  __CPROVER_atomic_end();
  return cell;
}

void *pusher(void *unused) {
  int cell = take(), old;
  if (cell == 0)
    return 0;
  do {
    old = top;
    next[cell] = old;
  } while (!__sync_bool_compare_and_swap(&top, old, cell));
  assert(top != 0);
  return 0;
}

int main() {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, pusher, 0);
  }
}
