// expect: safe
#include <assert.h>
int nondet_int(void);
int main() {
  int x = 0;
  void *to = nondet_int() ? &&one : &&two;
  goto *to;
  assert(0);
one: x = 1; goto end;
two: x = 2;
end: assert(x == (to == &&one ? 1 : 2));
}
