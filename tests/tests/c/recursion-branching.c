// expect: safe
#include <assert.h>
int fibonacci(int n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main() {
  unsigned char n = nondet_uchar();
  assert(fibonacci(5) == 5);
  assert(n > 8 || fibonacci(n) <= 21);
}
