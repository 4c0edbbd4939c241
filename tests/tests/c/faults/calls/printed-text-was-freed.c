// expect: unsafe
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *name = malloc(4);
  if (!name) return 1;
  name[0] = 'a';
  name[1] = 0;
  free(name);
  printf("%s\n", name);
}
