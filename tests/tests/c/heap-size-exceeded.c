// expect: unsafe
#include <stdlib.h>
int nondet_int(void);
int main(void) { int n = nondet_int(); if (n < 1 || n > 4) return 0; int *p = malloc(n * sizeof *p); for (int i = 0; i <= n; i++) p[i] = i; free(p); return 0; }
