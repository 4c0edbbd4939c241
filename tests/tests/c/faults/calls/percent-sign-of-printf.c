// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int done = 90;
  printf("%d%%now\n", done);
  assert(done == 90);
}
