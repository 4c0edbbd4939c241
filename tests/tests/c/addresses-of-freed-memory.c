// expect: safe
// assumed in line 5: allocations of memory succeed; line 8: which freed memory an allocation uses again is one choice of those that C allows
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = p;
  free(p);
  p = malloc(4);
  assert(p != q);
  free(p);
}
