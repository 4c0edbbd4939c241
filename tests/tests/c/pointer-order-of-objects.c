// expect: unsafe
// Pointers into different objects have no order (C11 6.5.8p5).
int a, b, x;
int main() {
  int *p = &a, *q = &b;
  if (p < q) x = 1;
  assert(0);
}
