// expect: safe --property overflow
// The right side is evaluated only where the left side holds.
int main() {
  int i = __VERIFIER_nondet_int();
  return i < 2147483647 && i + 1 > 0;
}
