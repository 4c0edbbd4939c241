// expect: safe
// Bit-fields of type `_Bool` lie in one byte with others.
#include <assert.h>
struct flags { unsigned char k : 5; _Bool a : 1, b : 1; } flags;
struct truths { _Bool x : 1, y : 1; } truths;
int main() {
  flags.k = 17;
  flags.a = 4;
  assert(flags.a == 1 && flags.b == 0 && flags.k == 17);
  flags.b += 2;
  flags.a = 0;
  assert(flags.b == 1 && flags.a == 0 && flags.k == 17);
  truths.y = 1;
  assert(truths.x == 0 && truths.y == 1);
  truths.x = 1;
  truths.y = 0;
  assert(truths.x == 1 && truths.y == 0);
}
