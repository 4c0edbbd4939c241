// fault: memory 5
#include <stdlib.h>
int main(void) {
  int *p = malloc(8);
  free(p + 1);
}
