// expect: safe
#include <assert.h>
int x, y;
int main(int count, char **arguments) {
  int *p = count > 1 ? &x : &y;
  int r = 0;
  if (p == &y)
    r = x + (*p = 5);
  assert(r == 0 || r == 5);
}
