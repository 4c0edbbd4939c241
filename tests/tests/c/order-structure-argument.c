// expect: unsafe
#include <assert.h>
struct pair { int a, b; };
int clear(struct pair *p) { p->a = 0; return 1; }
int take(struct pair p, int n) { return p.a + n; }
int main(void) {
  struct pair pair = { 4, 5 };
  int r = take(pair, clear(&pair));
  assert(r == 1);
}
