// expect: unsafe
int main() { int by = __VERIFIER_nondet_int(); __CPROVER_assume(by <= 31); int x = 1 << by; }
