// expect: unsafe
// Pointers into different objects have no distance (C11 6.5.6p9).
#include <assert.h>
int a[2], b[2];
long between(int *p, int *q) { return p - q; }
int main() { long d = between(a, b); assert(d == d); }
