// expect: safe
// Of values for the same part the last one counts, and a list in braces or a text is one for the whole part (C11 6.7.9p19).
#include <assert.h>
struct pair { int x, y; };
struct outer { struct pair inner; int z; };
int same(int value) { return value; }
static struct outer kept = {.inner.x = 1, .inner = {.y = 2}};
int main() {
  struct outer none = {.inner.x = 1, .inner = {}}, first = {.inner = {1, 2}, .inner.x = same(5)};
  assert(none.inner.x == 0 && first.inner.x == 5 && first.inner.y == 2);
  int all[4] = {[0 ... 3] = same(1), [1] = same(2)};
  assert(all[0] == 1 && all[1] == 2 && all[3] == 1);
  struct pair pairs[3] = {[1].x = 4, [0 ... 2] = {.y = 6}};
  assert(pairs[1].x == 0 && pairs[1].y == 6 && pairs[2].y == 6);
  char texts[2][4] = {[1][2] = 'q', [1] = "x"};
  assert(texts[1][2] == 0 && texts[1][0] == 'x');
  struct { unsigned a : 3, b : 3; } bits = {.a = 1, .b = 2, .a = 3};
  assert(bits.a == 3 && bits.b == 2);
  assert(kept.inner.x == 0 && kept.inner.y == 2);
}
