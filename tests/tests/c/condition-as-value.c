// expect: safe
int calls, x;
int f() { calls++; return 0; }
int main() {
  int n = nondet_int(), m = n ?: 5;
  assert(m != 0 && (n ? n : 5) == m);
  assert((f() ?: f() ?: 7) == 7 && calls == 2);
  int *p = 0, *q = p ?: &x;
  assert(q == &x && (x++ ?: 9) == 9 && (x ?: 9) == 1);
  unsigned char c = 200;
  enum { A = 0 ?: 4 };
  assert((c ?: -1) == 200 && A == 4 && (-1 ?: 0u) > 0 && sizeof(n ?: 1LL) == 8);
}
