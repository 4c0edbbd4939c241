// expect: safe --int math
#include <assert.h>
int a[3];
void last(void);
int main() {
  last();
  int *p = nondet_bool() ? a : a + 1;
  int i = nondet_bool() ? 0 : 1, offset = p - a;
  p[i] = 5;
  assert(a[offset + i] == 5 && a[0] + a[1] + a[2] == 5);
  p += i;
  p[-offset - i] = 6;
  assert(a[0] == 6);
}
int b[3];
void last(void) {
  int *p = b;
  p++;
  p++;
  p[-2] = 7;
  assert(b[0] == 7 && *(&b[2] - 1) == 0);
}
