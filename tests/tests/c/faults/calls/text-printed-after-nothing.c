// expect: unsafe
#include <stdio.h>
int main(void) {
  char b[4];
  for (int n = 0; n < 2; n++)
    snprintf(b, n, "xyz");
  assert(0);
}
