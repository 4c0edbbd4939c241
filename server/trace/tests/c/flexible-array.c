// seeds 0..1
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ring {
  int head, tail;
  void *slots[0];
};

struct text {
  unsigned length;
  char characters[];
};

int value;

int main(void) {
  struct ring *ring = malloc(sizeof *ring + 4 * sizeof(void *));
  struct text *text = malloc(sizeof *text + 8);
  ring->head = ring->tail = 0;
  ring->slots[ring->tail] = &value;
  ring->tail = 1;
  text->length = 2;
  memcpy(text->characters, "ab", 2);
  text->characters[2] = 'c';
  void **slot = &ring->slots[1];
  *slot = &text->characters[1];
  assert(ring->head == ring->tail);
}
