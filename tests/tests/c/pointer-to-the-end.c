// expect: safe
#include <assert.h>
int a[3], b[2];
int main(void) {
  int sum = 0, *end = a + 3;
  for (int *p = a; p != end; p++)
    sum += *p + (p == b);
  assert(sum == 0);
}
