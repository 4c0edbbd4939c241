// expect: safe
#include <assert.h>
struct base { int kind; };
struct circle { struct base base; int radius; };
int kind_of(struct base *of) { return of->kind; }
int main(void) {
  struct circle round = { { 2 }, 9 };
  struct base *as = &round.base;
  struct circle *again = (struct circle *)as;
  assert(kind_of(as) == 2 && again->radius == 9);
}
