// expect: unknown
#include <assert.h>
int a[2], b[2];
int main(void) {
  int *p = a, *q = b;
  for (int i = 0; i < 2; i++)
    p++;
  assert(p != q);
}
