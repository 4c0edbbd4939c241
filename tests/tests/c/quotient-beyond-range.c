// expect: unsafe
int main() { int i = __VERIFIER_nondet_int(); if (i == -2147483647 - 1) return i / -1; }
