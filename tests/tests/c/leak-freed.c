// expect: safe --property leak
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = head;
    head = node;
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
}
