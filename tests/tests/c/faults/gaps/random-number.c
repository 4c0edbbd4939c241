// expect: safe --timeout 15
// known gap: unknown
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main() {
  int number = rand(), any;
  unsigned seed = 1;
  assert(number >= 0 && random() % 10 >= 0 && rand_r(&seed) >= 0);
  while ((any = getchar()) != EOF) assert(any >= 0 && any < 256);
}
