// expect: safe
#include <assert.h>
int main(void) {
  assert(BEFORE == sizeof(long));
}
