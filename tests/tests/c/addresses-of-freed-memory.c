// expect: safe
// assumed in line 5: allocations of memory succeed; line 8: memory that was freed is used again by the next allocation at the same line, and by no other
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = p;
  free(p);
  p = malloc(4);
  assert(p != q);
  free(p);
}
