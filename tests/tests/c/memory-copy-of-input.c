// expect: safe
#include <assert.h>
#include <string.h>
int nondet_int(void); char a[4] = "abc", b[4] = "xyz";
int main(void) { int n = nondet_int(); if (n < 0 || n > 4) return 0; memcpy(a, b, n); assert(a[0] == (n > 0 ? 'x' : 'a') && a[2] == (n > 2 ? 'z' : 'c')); return 0; }
