// expect: unknown
int a, b, x;
int main() {
  int *p = &a, *q = &b;
  if (p < q) x = 1;
  assert(0);
}
