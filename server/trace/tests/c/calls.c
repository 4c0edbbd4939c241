// seeds 0..1
#include <stdlib.h>

struct list {
  int value;
  struct list *rest;
};

static int depth;

static struct list *build(int length) {
  if (length == 0)
    return NULL;
  struct list *list = malloc(sizeof(struct list));
  list->value = length;
  list->rest = build(length - 1);
  return list;
}

static void drop(struct list *list) {
  if (list)
    drop(list->rest);
  depth++;
  free(list);
}

int main(void) {
  struct list *list = build(2);
  int *last = &list->rest->value;
  drop(list);
  return *last;
}
