// stages: lowered
struct node { int value; struct node *next; unsigned low : 3; int high : 5; };

struct node first = { 1, &first, .high = -1 };

struct node made(struct node from, int by) {
  from.low += by;
  from.next->next = &first;
  struct node other = from;
  return by ? other : *from.next;
}

int use(void) {
  return made(first, 2).value + ((struct node){ .value = 3 }).value;
}
