// expect: unsafe
// Whether `fill` runs before `level` is read is not said.
#include <assert.h>
int level, *gauge = &level;
int fill(void) { *gauge = 7; return 0; }
int main(void) {
  int seen = level + fill();
  assert(seen == 0);
}
