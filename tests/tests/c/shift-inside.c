// expect: safe
int main() { int by = __VERIFIER_nondet_int(); __CPROVER_assume(by >= 0 && by <= 3); int x = 1 << by; assert(x <= 8); }
