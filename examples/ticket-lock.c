// verdict: holds for any number of threads
//
// A lock with tickets, of which there are four: who gets none goes away.
#include <assert.h>

unsigned next_ticket, now_serving, count;

unsigned take(void) {
  unsigned ticket = 4;
  __CPROVER_atomic_begin();
  if (count < 4) {
    count++;
    ticket = next_ticket;
    next_ticket = (next_ticket + 1) % 4;
  }
  __CPROVER_atomic_end();
  return ticket;
}

unsigned inside;

void client(void) {
  unsigned mine = take();
  if (mine == 4)
    return;
  while (now_serving != mine)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  __CPROVER_atomic_begin();
  now_serving = (now_serving + 1) % 4;
  count--;
  __CPROVER_atomic_end();
}

int main() {
  while (1) {
    __CPROVER_ASYNC_1: client();
  }
}
