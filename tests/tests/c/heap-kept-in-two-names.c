// expect: unsafe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main() {
  struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  q->a = 1;
  struct pair *either = __VERIFIER_nondet_int() ? p : q;
  int seen = either->a;
  p->a = 1;
  assert(seen == 1);
}
