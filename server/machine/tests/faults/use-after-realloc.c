// fault: memory 8
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = p;
  *p = 1;
  p = realloc(p, 4000);
  if (p == q) return 0;
  return *q;
}
