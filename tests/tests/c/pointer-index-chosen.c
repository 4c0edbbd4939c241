// expect: safe
#include <assert.h>
int a[3];
int main() {
  int *p = nondet_bool() ? a : a + 1;
  int i = nondet_bool() ? 0 : 1, offset = p - a;
  p[i] = 5;
  assert(a[offset + i] == 5 && a[0] + a[1] + a[2] == 5);
  p += i;
  p[-offset - i] = 6;
  assert(a[0] == 6);
}
