// expect: safe
#include <assert.h>
int count;
int next(void) { return ++count; }
int main(void) {
  int i = 0;
  int items[3] = { next(), 7, next() }, more[2] = { i++, i++ };
  assert(items[0] + items[2] == 3 && items[1] == 7);
  assert(more[0] + more[1] == 1 && i == 2);
}
