// expect: unsafe --property leak
// The library allocates for the program, which has to free it.
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *copy = strdup("ab");
  return copy[0];
}
