// expect: unsafe
// known gap: unknown
// One array may follow the other in memory.
#include <assert.h>
short odd[3], even[3];
int main(void) {
  short *past = odd, *start = even, *other = even + 3, *begin = odd;
  past += 3;
  if (past == start || other == begin) assert(0);
}
