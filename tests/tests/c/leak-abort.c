// expect: safe --property leak
#include <stdlib.h>
int main(void) {
  int *own = malloc(sizeof *own);
  abort();
}
