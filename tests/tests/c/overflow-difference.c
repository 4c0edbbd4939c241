// expect: safe --property overflow
// A conversion wraps around, which is no overflow.
int main() {
  unsigned i = __VERIFIER_nondet_uint();
  int j = i;
  if (j < 0) j = j + 1;
  return j - (j > 0);
}
