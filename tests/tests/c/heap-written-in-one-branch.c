// expect: unsafe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main() {
  struct pair *p = malloc(sizeof *p);
  p->b = 2;
  if (__VERIFIER_nondet_int()) p->a = 1;
  assert(p->a == 1);
}
