// expect: safe
struct pair { int first, second; };
int a[3], b[2], *p;
struct pair s[2], *q;
int sum(int *from, int n) { int result = 0; for (int i = 0; i < n; i++) result += from[i]; return result; }
int main() {
  _Bool k;
  p = k ? a : b;
  p[1] = 5;
  assert(k ? a[1] == 5 && b[1] == 0 : a[1] == 0 && b[1] == 5);
  p = &a[1];
  p[1] = 8;
  assert(a[2] == 8);
  a[2] = 0;
  q = s;
  q[1].second = 7;
  assert(s[1].second == 7 && sum(a, 3) + sum(b, 2) == 5 && p[0] == a[1]);
}
