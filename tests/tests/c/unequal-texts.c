// expect: safe
#include <assert.h>
int main(void) {
  const char *p = "ab", *q = "xab";
  assert(p != q && *p == q[1]);
}
