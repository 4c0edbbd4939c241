// expect: safe
#include <assert.h>
int n, items[3];
int next(void) { return n; }
int main(void) {
  items[n++] = 5 + next();
  assert((items[0] == 5 || items[0] == 6) && items[1] == 0 && n == 1);
}
