// expect: safe
#include <assert.h>
int twice(int x) { return 2 * x; }
int main() {
  int i = 1, items[4] = { 0 }, *p = items;
  i = twice(i++);
  assert(i == 2);
  i = (i++, i + 1);
  assert(i == 4);
  i = i++ && i == 5;
  assert(i == 1);
  *p++ = items[i] + 7;
  i = i-- ? i + 3 : 9;
  assert(items[0] == 7 && i == 3);
}
