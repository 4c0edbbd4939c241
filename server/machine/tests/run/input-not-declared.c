// exit: 0
// runs: 50
int a[2] = { 1, 1 };
int main(void) {
  return !a[__VERIFIER_nondet_bool()];
}
