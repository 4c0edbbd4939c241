// fault: pointer 6
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  for (int i = 0; i <= 8; i++)
    *(p + i) = 1;
  free(p);
}
