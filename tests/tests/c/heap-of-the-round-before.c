// expect: unsafe
#include <assert.h>
#include <stdlib.h>
struct pair { int a, b; };
int main() {
  struct pair *last = 0;
  for (int i = 0; i < 2; i++) {
    struct pair *now = malloc(sizeof *now);
    now->b = i;
    if (last) assert(last->a != 9 && last->b == 0);
    last = now;
  }
}
