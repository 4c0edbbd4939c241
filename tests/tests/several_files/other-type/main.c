// expect: refused --link other.c
// says: `scale` has another type in main.c:5. Declare it alike in both, best in one header.
// says: other.c:1:8
#include <assert.h>
int scale(int value);
int main(void) {
  assert(scale(1) == 2);
}
