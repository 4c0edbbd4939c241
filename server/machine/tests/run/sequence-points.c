// output: 2 5 1 2 4 3 7
#include <stdio.h>
int x, *p = &x;
int next(int v) { return v + 1; }
int second(int v, int w) { return v * 0 + w; }
int main(void) {
  x = next((x = 1));
  printf("%d ", x);
  x = (x = 1, 5);
  printf("%d ", x);
  x = (x = 3) && 1;
  printf("%d ", x);
  *p = second(1, ((*p = 2), *p));
  printf("%d ", x);
  *p = (((x = 2), *p) == 2) + 3;
  printf("%d ", x);
  x = ((x = 2) ? x + 1 : 7);
  printf("%d ", x);
  x = ({ x = 3; *p + 4; });
  printf("%d\n", x);
  return 0;
}
