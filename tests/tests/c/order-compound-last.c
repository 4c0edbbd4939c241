// expect: unsafe
#include <assert.h>
int total;
int add(void) { total += 10; return 1; }
int main(void) {
  total += add();
  assert(total == 11);
}
