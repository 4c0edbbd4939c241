// fault: uninitialised 7
// kinds: uninitialised
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  if (p[1])
    return 1;
  free(p);
}
