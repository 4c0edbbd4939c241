// expect: safe
// The address of an `int` is a multiple of its alignment, 4.
#include <assert.h>
#include "tagged.h"
int main(void) {
  int number = 1;
  assert(low_bits(&number) == 0);
}
