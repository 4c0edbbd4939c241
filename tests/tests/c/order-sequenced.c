// expect: safe
#include <assert.h>
int twice(int n) { return 2 * n; }
int items[4], *place = items;
int main(void) {
  int i = 0, j;
  for (int n = 0; n < 3; n++)
    i = (i++, i + 1);
  assert(i == 6);
  i = twice(i++);
  assert(i == 12);
  i = (j = i) && i++ ? i : 0;
  assert(i == 13 && j == 12);
  *place++ = items[1] + i;
  assert(items[0] == 13 && place == &items[1]);
}
