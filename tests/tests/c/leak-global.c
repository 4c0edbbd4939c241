// expect: unsafe --property leak
// What a global still points to at the end is not freed either.
#include <stdlib.h>
int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
}
