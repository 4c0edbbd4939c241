// expect: unsafe
#include <assert.h>
#include <string.h>
struct stop { struct stop *onward; int fare; };
int main(void) {
  struct stop last = { 0, 3 }, middle = { &last, 2 }, first = { &middle, 1 };
  memmove(&first, first.onward, sizeof(struct stop));
  assert(first.fare != 2);
}
