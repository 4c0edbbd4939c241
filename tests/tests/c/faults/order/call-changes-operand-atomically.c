// expect: unsafe
#include <assert.h>
#include <stdatomic.h>
atomic_int tickets;
int take(void) { return atomic_fetch_add(&tickets, 1); }
int main(void) {
  int both = tickets * 10 + take();
  assert(both == 0);
}
