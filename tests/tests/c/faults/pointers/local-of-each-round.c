// expect: safe
int g;
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    int x = 1, *p = &x;
    *p = 2;
    g = *p;
  }
  assert(g == 0 || g == 2);
}
