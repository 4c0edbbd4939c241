// expect: safe
#include <assert.h>
int change(int *p) { *p = 1; return 5; }
int main(void) {
  int items[2] = { 10, 20 };
  int i = 0;
  items[i] += change(&i);
  assert((items[0] == 15 && items[1] == 20) || (items[0] == 10 && items[1] == 25));
}
