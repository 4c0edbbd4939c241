// expect: unsafe
// A variable of an inner block hides the global one only there.
#include <assert.h>
int mode;
int enter(int level) {
  if (level > 0) {
    int mode = level;
    level = mode - 1;
  }
  mode = 9;
  return level;
}
int main(void) {
  int before = mode + enter(1);
  assert(before == 0);
}
