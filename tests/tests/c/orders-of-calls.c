// expect: safe
int x = 1, calls, items[3];
int f(int x) { x++; calls++; return x; }
int push(int value) { items[x++] = value; return x; }
int count(int n) { calls++; return n <= 0 ? 0 : 1 + count(n - 1); }
int g(int *p) { return *p; }
int main() {
  int y = x + f(2) + f(x), calls = 3;
  assert(y == 6 && calls + f(1) == 5);
  x = push(4);
  y = 5;
  y = y + g(&y);
  assert(x == 2 && items[1] == 4 && y == 10 && count(2) == 2 && (push(1), x) == 3);
}
