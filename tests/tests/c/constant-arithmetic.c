// expect: safe
#include <assert.h>
enum { HALF = -1u / 2, LOW = (unsigned char)257, NEGATIVE = (char)200, ONE = 2 > 1 && ~0 < 0 ? 1 : 2 };
int items[(unsigned char)258];
int main() {
  assert(HALF == 2147483647 && LOW == 1 && NEGATIVE == -56 && ONE == 1);
  assert(sizeof items == 8);
}
