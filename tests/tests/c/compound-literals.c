// expect: safe
#include <assert.h>
struct point { int x, y; };
struct rectangle { struct point from, to; } all[] = {[2] = {{1}, .to.y = 4}, [0] = {.from = {5, 6}}};
int area(struct rectangle r) { return (r.to.x - r.from.x) * (r.to.y - r.from.y); }
int first(const int *numbers) { return numbers[0] + numbers[1]; }
int x_of(const struct point *p) { return p->x; }
int main() {
  struct point p = (struct point){1, 2}, two[2] = {p, (struct point){.y = 9}}, flat[2] = {3, 4, p};
  assert(p.y == 2 && two[0].x == 1 && two[1].x == 0 && two[1].y == 9 && flat[0].y == 4 && flat[1].y == 2);
  assert(area((struct rectangle){.from = {0, 0}, .to = {2, 3}}) == 6 && first((int[]){3, 4}) == 7);
  assert(x_of(&(struct point){.x = 5}) == 5 && (int){3} == 3 && sizeof(int[]){1, 2, 3} == 12);
  p = (struct point){.y = 8};
  assert(p.x == 0 && p.y == 8);
  int numbers[6] = {[1] = 7, [3 ... 4] = 2, 5}, table[2][3] = {1, 2, [1] = {4}};
  assert(numbers[0] == 0 && numbers[1] == 7 && numbers[3] == 2 && numbers[4] == 2 && numbers[5] == 5);
  assert(table[0][1] == 2 && table[0][2] == 0 && table[1][0] == 4);
  assert(sizeof all == 48 && all[0].from.y == 6 && all[1].to.x == 0 && all[2].from.x == 1 && all[2].to.y == 4);
}
