// fault: pointer 5
#include <stdlib.h>
int main(void) {
  int *p = malloc(3 * sizeof *p);
  p[3] = 1;
  free(p);
}
