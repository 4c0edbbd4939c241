// expect: unsafe --int math
// known gap: unknown
#include <assert.h>
int nondet_int(void);
int main(void) {
  int left = nondet_int(), right = nondet_int();
  assert((long long)left - right <= 4611686018427387904LL);
}
