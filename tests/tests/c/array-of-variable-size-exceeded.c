// expect: unsafe
int nondet_int(void);
int main() { int n = nondet_int(); if (n < 1 || n > 3) return 0; int a[n]; a[2] = 1; }
