// stages: lowered threads promoted points-to
#include <stdlib.h>

struct node { struct node *next; int value; };

static int twice(int a) { return 2 * a; }
static int negated(int a) { return -a; }

static int (*operations[2])(int) = { twice, negated };

static struct node *pushed(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  node->next = list;
  node->value = operations[value & 1](value);
  return node;
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++)
    list = pushed(list, i);
  return list->next->value;
}
