// expect: safe
#include <assert.h>
#include <stdlib.h>
int tested;
int main(void) {
  if (!tested) _Exit(3);
  assert(tested);
  assert(0);
}
