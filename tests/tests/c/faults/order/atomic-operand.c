// expect: unsafe
#include <assert.h>
int hits = 2;
int main(void) {
  int sum = hits * __sync_add_and_fetch(&hits, 3);
  assert(sum == 10);
}
