// expect: unsafe
int main() { int i = __VERIFIER_nondet_int(), by = -1; if (i == -2147483647 - 1) return i % by; }
