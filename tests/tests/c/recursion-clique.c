// expect: unknown
// Five functions that call one another: what is copied stays small, and nothing is decided beyond it.
#include <assert.h>
int a(int), b(int), c(int), d(int), e(int);
int nondet_int(void);
int a(int n) { return n + b(n) + c(n) + d(n) + e(n); }
int b(int n) { return n + a(n) + c(n) + d(n) + e(n); }
int c(int n) { return n + b(n) + a(n) + d(n) + e(n); }
int d(int n) { return n + b(n) + c(n) + a(n) + e(n); }
int e(int n) { return nondet_int() ? n : n + b(n) + c(n) + d(n) + a(n); }
int main() { assert(a(2) == 7); }
