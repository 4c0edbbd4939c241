// expect: unsafe
// Two locals that are never written have any value, each its own, also where a loop reads them first.
#include <assert.h>
void search(void) {
  int first, second, rounds = 0;
  while (rounds < 3) {
    if (rounds == 2 && first == 77)
      assert(second != 5);
    rounds++;
  }
}
int main(void) {
  search();
  return 0;
}
