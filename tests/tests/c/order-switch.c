// expect: safe
#include <assert.h>
int x;
int set(void) { return x = 1; }
int main(void) {
  int r = set() + ({ int n; switch (x) { case 0: n = 10; break; default: n = 20; } n; });
  assert(r == 11 || r == 21);
}
