// expect: safe
int sum(int n) { return n > 0 ? n + sum(n - 1) : 0; }
int main() { int n = __VERIFIER_nondet_uchar(); __CPROVER_assume(n < 4); assert(sum(n) <= 6); }
