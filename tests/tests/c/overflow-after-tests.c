// expect: safe --property overflow
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 1000 || b < -5 || b > 5) return 0;
  return a * b + a - b;
}
