#include <stdlib.h>
static int *kept;
void put(void) {
  kept = malloc(sizeof *kept);
}
