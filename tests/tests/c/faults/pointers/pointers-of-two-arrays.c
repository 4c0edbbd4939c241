// expect: unsafe
// Pointers into different objects have no order (C11 6.5.8p5).
#include <assert.h>
int a[2], b[2];
int less(int *p, int *q) { return p < q; }
int main() { assert(less(a, b)); }
