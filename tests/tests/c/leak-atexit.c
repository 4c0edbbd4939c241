// expect: safe --property leak
// What the library keeps for `atexit` is its own.
#include <stdlib.h>
static int *kept;
static void release(void) { free(kept); }
int main(void) {
  kept = malloc(sizeof *kept);
  atexit(release);
}
