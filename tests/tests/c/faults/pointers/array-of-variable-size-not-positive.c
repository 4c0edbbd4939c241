// expect: unsafe
// known gap: unknown
#include <assert.h>
int nondet_int(void);
int main() { int n = nondet_int(); if (n > 3) return 0; int a[n]; assert(n <= 3); }
