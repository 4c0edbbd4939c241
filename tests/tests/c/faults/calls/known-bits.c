// expect: safe
#include <assert.h>
int main(void) {
  assert(__builtin_popcount(0xf0) == 4);
  assert(__builtin_ctz(16) == 4 && __builtin_clz(1) == 31);
}
