// expect: safe
#include <assert.h>
#include <stdio.h>

char text[4];

int main(void) {
  assert(scanf("%4c", text) <= 1);
}
