// exit: 0
// runs: 50
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), rest = ~n;
  return n + rest + 1 != 0;
}
