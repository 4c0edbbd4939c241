// expect: unsafe --property leak
#include <stdlib.h>
int main(void) {
  int *last = 0;
  for (int i = 0; i < 2; i++)
    last = malloc(sizeof *last);
  free(last);
}
