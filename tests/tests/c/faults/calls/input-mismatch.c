// expect: unsafe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int number = 1;
  assert(scanf("%d", &number) != 0);
}
