// expect: unsafe
#include <assert.h>
int x;
int set(void) { x = 1; return 0; }
int keep(void) { return 0; }
int (*functions[2])(void) = { keep, set };
int main(int count, char **arguments) {
  int r = x + functions[count > 1]();
  assert(r == 0);
}
