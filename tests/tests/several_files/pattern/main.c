// expect: safe --link lib/*.c
#include <assert.h>
int one(void);
int two(void);
int main(void) {
  assert(one() + two() == 3);
}
