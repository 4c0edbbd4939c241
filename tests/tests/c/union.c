// expect: safe
// Of a union, only one member is used.
struct value { int kind; union { int number; double fraction; void *pointer; }; int last; } v = {1, {5}, 7};
union shape { double d; char bytes[8]; struct { int x, y; } p; } u, all[2];
void right(union shape *s) { s->p.x++; }
int main() {
  assert(v.kind == 1 && v.number == 5 && v.last == 7);
  u.p.x = 3;
  u.p.y = 4;
  right(&u);
  all[1] = u;
  int *x = &u.p.x;
  *x = 9;
  assert(all[1].p.x == 4 && all[1].p.y == 4 && all[0].p.y == 0 && u.p.x == 9);
}
