// expect: unsafe
// The object may be freed, with a null pointer as the result.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *object = malloc(4);
  object = realloc(object, 0);
  assert(object != 0);
  free(object);
}
