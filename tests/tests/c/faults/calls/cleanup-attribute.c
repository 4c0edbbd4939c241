// expect: safe
// The last variable first, wherever its scope is left (GNU C).
#include <assert.h>
int called;
void clean(int *value) { called = called * 10 + *value; }
#define CLEANED __attribute__((cleanup(clean))) int
int left(int way) {
  CLEANED a = 1;
  for (;;) {
    CLEANED b = 2, c = 3;
    if (way == 0) return called;
    if (way == 1) break;
    goto out;
  }
  return 5;
out:
  return called;
}
int main() {
  assert(left(0) == 0 && called == 321);
  called = 0;
  assert(left(1) == 5 && called == 321);
  called = 0;
  assert(left(2) == 32 && called == 321);
}
