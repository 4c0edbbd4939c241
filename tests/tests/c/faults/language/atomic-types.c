// expect: safe
#include <assert.h>
#include <stdatomic.h>
atomic_int_fast32_t fast;
atomic_uintptr_t word;
atomic_uint_least16_t least = 65535;
int main(void) {
  atomic_ptrdiff_t apart = 3;
  least++;
  assert(fast == 0 && word == 0 && apart == 3 && least == 0);
}
