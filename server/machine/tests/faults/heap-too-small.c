// fault: pointer 7
#include <stdlib.h>
struct pair { int first, second; };
int main(void) {
  struct pair *p = malloc(sizeof(int));
  p->first = 1;
  p->second = 2;
}
