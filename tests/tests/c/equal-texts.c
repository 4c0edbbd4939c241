// expect: unknown
#include <assert.h>
int main(void) {
  const char *p = "ab", *q = "xab";
  assert(p != q + 1);
}
