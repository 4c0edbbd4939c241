// expect: unsafe
#include <assert.h>
#include <stdio.h>

char text[4];

int main(void) {
  assert(scanf("%[^\n]", text) <= 1);
}
