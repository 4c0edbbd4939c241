// expect: unsafe
#include <assert.h>
int turns;
int advance(void) { turns = 4; return 10; }
int (*move)(void) = advance;
int main(void) {
  int sum = turns * 2 + move();
  assert(sum == 10);
}
