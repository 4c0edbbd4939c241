// expect: unsafe
#include <assert.h>
#include <stdio.h>

char text[8192];

int main(void) {
  assert(scanf("%s", text) <= 1);
}
