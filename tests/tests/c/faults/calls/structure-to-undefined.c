// expect: unsafe
// known gap: unknown
// What lies behind a pointer in a structure may be changed as well.
#include <assert.h>
struct holder { int *held; };
void fill(struct holder *);
int main() {
  int x = 0;
  struct holder holder = {&x};
  fill(&holder);
  assert(x == 0);
}
