// expect: safe
#include <assert.h>
void swap(int *__restrict__ a, int *__restrict b) { int c = *a; *a = *b; *b = c; }
int main(void) {
  int x = 1, y = 2;
  swap(&x, &y);
  assert(x == 2 && y == 1);
}
