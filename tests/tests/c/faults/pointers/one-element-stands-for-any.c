// expect: safe
#include <assert.h>
#include <stdlib.h>
struct old { int length; char bytes[1]; };
int main(int argc, char **argv) {
  struct old *text = malloc(sizeof(struct old) + 3);
  if (!text) return 1;
  int last = argc > 1 ? 3 : 1;
  text->bytes[last] = 'x';
  assert(text->bytes[last] == 'x');
  free(text);
}
