// expect: safe
#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *head;
void push(int value) {
  struct node *node = calloc(1, sizeof *node);
  node->value = value;
  node->next = head;
  head = node;
}
int main() {
  int i = 0;
  while (i < 3)
    push(i++);
  assert(head->value == 2 && head->next->next->value == 0 && head->next->next->next == 0);
}
