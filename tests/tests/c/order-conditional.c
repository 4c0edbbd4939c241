// expect: unsafe
#include <assert.h>
int x;
int set(int to) { return x = to; }
int main(int count, char **arguments) {
  int r = (count > 1 ? x : 0) + (count > 2 ? set(5) : 0);
  assert(r != 10);
}
