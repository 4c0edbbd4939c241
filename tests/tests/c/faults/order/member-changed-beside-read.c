// expect: unsafe
// The change of a member and its use have no order.
#include <assert.h>
struct range { int low, high; } range = { 4, 9 };
int main(void) {
  int width = range.high-- - range.high;
  assert(width == 1);
}
