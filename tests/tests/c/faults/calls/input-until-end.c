// expect: unsafe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int number, sum = 0;
  while (scanf("%d,", &number) == 1) sum += number;
  assert(sum != 12);
}
