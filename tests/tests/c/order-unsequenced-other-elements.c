// expect: safe
int items[3];
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
  if (i != j)
    items[i] = items[j]++;
}
