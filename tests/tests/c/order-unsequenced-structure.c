// expect: unsafe
struct pair { int a, b; } pair = { 1, 2 };
int first(struct pair p) { return p.a; }
int sum(int a, int b) { return a + b; }
int main(void) {
  int r = sum(pair.b++, first(pair));
}
