// expect: unsafe
#include <assert.h>
int total = 5, *cell = &total;
int reset(void) { *cell = 0; return 1; }
int main(void) {
  total -= reset();
  assert(total == 4);
}
