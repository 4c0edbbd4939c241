// expect: safe
#include <assert.h>
int x = 3;
int main() {
  int x = 1;
  {
    extern int x, y;
    assert(x == 3 && y == 4);
  }
  assert(x == 1);
}
int y = 4;
