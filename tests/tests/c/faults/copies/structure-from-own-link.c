// expect: unsafe
#include <assert.h>
struct stop { struct stop *onward; int fare; };
int main(void) {
  struct stop last = { 0, 30 }, middle = { &last, 20 }, first = { &middle, 10 };
  struct stop *at = &first;
  first = *at->onward;
  assert(first.fare == 30);
}
