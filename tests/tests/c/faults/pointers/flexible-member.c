// expect: safe
#include <assert.h>
#include <stdlib.h>
struct packet { int length; int words[]; };
int main(void) {
  struct packet *packet = malloc(sizeof *packet + 3 * sizeof(int));
  packet->words[2] = 6;
  assert(packet->words[2] == 6);
}
