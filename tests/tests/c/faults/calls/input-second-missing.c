// expect: safe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int first = 0, second = 5;
  if (scanf("%d %d", &first, &second) == 1) assert(second == 5);
}
