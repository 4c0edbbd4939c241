// expect: unsafe
#include <assert.h>
int n, items[3];
int next(void) { return n; }
int main(void) {
  items[n++] = 5 + next();
  assert(items[0] == 6);
}
