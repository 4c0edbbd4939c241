// expect: safe
// assumed in line 10: objects lie in memory in one order of those that C allows
#include <assert.h>
#include <stdint.h>

int a, b, masked, table[8];

int main(void) {
  int *p = &a, *q = &b;
  int is_less = (uintptr_t)p < (uintptr_t)q;
  assert(is_less == 0 || is_less == 1);
  assert((((uintptr_t)p | 1) & ~(uintptr_t)1) == (uintptr_t)p);
  assert((uintptr_t)&table[3] - (uintptr_t)table == 12);
  assert((uintptr_t)&table[1] % 4 == 0);
}
