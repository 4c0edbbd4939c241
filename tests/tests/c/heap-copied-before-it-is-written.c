// expect: unsafe
#include <assert.h>
#include <stdlib.h>
struct pair { int a, b; };
int main() {
  struct pair *p = malloc(sizeof *p), copy;
  p->a = 1;
  copy = *p;
  p->b = 2;
  assert(copy.a == 1 && copy.b != 4);
}
