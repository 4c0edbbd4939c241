// fault: assertion 6
#include <assert.h>
int main(void) {
  int a = 3;
  assert(a * a == 9);
  assert(a + a == 7);
}
