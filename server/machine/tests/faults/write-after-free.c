// fault: memory 8
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
  struct node *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
  first->next = second;
  free(second);
  first->next->value = 1;
}
