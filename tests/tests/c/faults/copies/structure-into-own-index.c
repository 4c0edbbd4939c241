// expect: unsafe
#include <assert.h>
struct entry { int next; int cost; };
int main(void) {
  struct entry road[3] = { { 0, 7 }, { 2, 8 }, { 1, 9 } };
  road[road[0].next] = road[1];
  assert(road[0].cost == 7);
}
