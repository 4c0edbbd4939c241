// expect: safe
#include <assert.h>
typedef int t;
t f(t t) { return (t) + 1; }
int main() {
  assert(f(1) == 2);
  int t = 5;
  int a = (t) - 1;
  assert(a == 4);
}
