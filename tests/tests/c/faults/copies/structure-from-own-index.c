// expect: unsafe
#include <assert.h>
struct entry { int next; int cost; };
int main(void) {
  struct entry road[3] = { { 2, 7 }, { 0, 8 }, { 1, 9 } };
  struct entry here = { 2, 0 };
  here = road[here.next];
  assert(here.cost == 8);
}
