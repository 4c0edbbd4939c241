// expect: unsafe
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
int entered;
int main(void) {
  atomic_flag *busy = malloc(sizeof *busy);
  atomic_flag_clear(busy);
  do ; while (atomic_flag_test_and_set(busy));
  entered = 1;
  assert(!entered);
}
