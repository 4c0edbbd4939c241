// expect: unsafe
#include <string.h>
int nondet_int(void); char a[4], b[8];
int main(void) { int n = nondet_int(); if (n < 0 || n > 8) return 0; memcpy(a, b, n); return 0; }
