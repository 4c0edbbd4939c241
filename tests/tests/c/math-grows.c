// expect: safe --int math
#include <assert.h>
// A counter without an end is no machine integer, but the next number is greater all the same.
int nondet_int(void);
int main() {
  unsigned n = 0;
  while (nondet_int()) n++;
  assert(n >= 0 && n + 1 > n && 3 * n >= n && (n << 2) >= n && n / 2 <= n && n % 4 < 4);
}
