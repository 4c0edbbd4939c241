// expect: safe
// Different members have nothing to do with one another.
#include <assert.h>
struct range { int low, high; } range = { 4, 9 };
int main(void) {
  int width = range.high-- - range.low;
  assert(width == 5);
}
