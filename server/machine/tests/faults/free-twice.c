// fault: memory 6
#include <stdlib.h>
int main(void) {
  char *p = malloc(1);
  free(p);
  free(p);
}
