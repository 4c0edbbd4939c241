// expect: unsafe --int math
#include <assert.h>
#include <limits.h>
int nondet_int(void);
int main() {
  long n = LONG_MAX - 2;
  while (nondet_int()) n++;
  assert(n <= LONG_MAX);
}
