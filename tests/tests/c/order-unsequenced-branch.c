// expect: unsafe
int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int() & 1;
  int r = i + (i ? i++ : 7);
}
