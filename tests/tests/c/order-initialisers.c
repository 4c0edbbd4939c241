// expect: unsafe
#include <assert.h>
int count;
int next(void) { return ++count; }
int main(void) {
  struct { int a, b; } pair = { next(), next() };
  assert(pair.a < pair.b);
}
