// expect: safe
// What one model checker gives programs by its own names; the second thread begins by a label that is there twice.
#include <assert.h>

int inside, last;

void enter(int number) {
  __ESBMC_atomic_begin();
  __ESBMC_assume(inside == 0);
  inside = 1;
  __ESBMC_atomic_end();
  last = number;
  __ESBMC_assert(last == number, "nobody else is inside");
  inside = 0;
}

int main(void) {
__CPROVER_ASYNC_1: enter(1);
__CPROVER_ASYNC_1: enter(2);
  enter(3);
}
