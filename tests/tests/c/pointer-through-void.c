// expect: safe
// C allows it where the signs differ only: not a violation.
unsigned u = 5;
int i = 6;
int main() {
  void *v = &u;
  if (nondet_int()) v = &i;
  int *p = v;
  assert(*p >= 5);
}
