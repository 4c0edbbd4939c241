// expect: safe
#include <assert.h>
int x;
int main() {
  // This comment goes on \
  x = 1;
  assert(x == 0);
}
