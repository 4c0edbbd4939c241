// expect: safe --link other.c
#include <assert.h>
static int value = 1;
static int next(void) { return ++value; }
int of_other(void);
struct item { int mine; };

int main(void) {
  struct item item = {next()};
  assert(item.mine == 2);
  assert(of_other() == 9);
  assert(value == 2);
}
