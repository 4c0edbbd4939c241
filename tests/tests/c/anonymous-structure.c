// expect: safe
// Its braces in an initialiser give values to its own members only.
struct point { int kind; struct { int x, y; }; int last; };
struct point p = {1, {2}, 3};
int main() {
  assert(p.kind == 1 && p.x == 2 && p.y == 0 && p.last == 3);
  struct point q = {4, {5, 6}, 7}, r = {.y = 8, .last = 9}, s = {1, 2, 3, 4};
  assert(q.y == 6 && q.last == 7 && r.x == 0 && r.y == 8 && r.last == 9 && s.y == 3 && s.last == 4);
}
