// expect: unsafe --timeout 2
// known gap: unknown
#include <assert.h>
#include <stdlib.h>
struct flags { unsigned one : 1, rest : 7; };
int main() {
  struct flags *f = malloc(sizeof *f);
  f->one = 1;
  assert(f->rest != 5);
}
