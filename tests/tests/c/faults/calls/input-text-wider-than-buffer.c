// expect: unsafe
#include <assert.h>
#include <stdio.h>

char text[4];

int main(void) {
  assert(scanf("%99999s", text) <= 1);
}
