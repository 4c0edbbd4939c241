// expect: safe
#include <assert.h>
#include <stdlib.h>
struct item { int value; struct item *next; };
struct item *make(int value, struct item *next) {
  struct item *item = malloc(sizeof *item);
  item->value = value;
  item->next = next;
  return item;
}
int values(struct item *a, struct item *b) { return 10 * a->value + b->value; }
int main(void) {
  int r = values(make(1, 0), make(2, 0));
  assert(r == 12);
}
