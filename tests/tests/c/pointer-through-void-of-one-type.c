// expect: safe
struct pair { int a, b; } x = {1, 2}, y = {3, 4};
int other;
int main() {
  int *q = &other;
  if (nondet_int()) q = &x.b;
  void *v = &x;
  if (nondet_int()) v = &y;
  struct pair *p = v;
  assert(p->b == p->a + 1 && *q >= 0);
}
