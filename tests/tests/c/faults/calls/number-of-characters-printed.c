// expect: safe
#include <stdio.h>
int main(void) {
  int count = 9;
  printf("%d%n\n", 5, &count);
  int all = printf("ab%c%%\n", 'c');
  assert(all == 5);
}
