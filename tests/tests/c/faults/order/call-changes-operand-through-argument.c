// expect: unsafe
#include <assert.h>
int budget;
int spend(int *from) { *from -= 3; return 1; }
int main(void) {
  int *purse = &budget;
  int rest = budget - spend(purse);
  assert(rest == -1);
}
