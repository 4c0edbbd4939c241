// expect: unsafe --property overflow
int main() { int i = __VERIFIER_nondet_int(); if (i < 0) return -i; }
