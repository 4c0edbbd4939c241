// expect: unsafe
#include <assert.h>
#include <stdio.h>
int main(void) {
  int printed = -1;
  fprintf(stderr, "%d items%n\n", 3, &printed);
  assert(printed == -1);
}
