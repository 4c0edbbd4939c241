// expect: unsafe --timeout 15
#include <assert.h>
#include <stdio.h>
int main(void) {
  int first = getchar(), second = getchar();
  if (first == 'x') assert(second != EOF);
}
