// expect: unsafe
// Functions that call one another are copied as deep as the input asks for.
#include <assert.h>
int f(int n); int g(int n) { return n == 0 ? 5 : f(n - 1); }
int f(int n) { return n == 0 ? 7 : g(n - 1); }
int nondet_int(void);
int main() { int n = nondet_int(); if (n >= 0 && n < 6) assert(f(n) != 5); }
