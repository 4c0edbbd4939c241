// expect: unsafe --property leak
#include <stdlib.h>
static void give_up(int why) {
  if (why)
    exit(why);
}
int main(void) {
  int *own = malloc(sizeof *own);
  give_up(nondet_int());
  free(own);
}
