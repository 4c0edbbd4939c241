// expect: unknown
#include <assert.h>
int a[2], b[2];
int less(int *p, int *q) { return p < q; }
int main() { assert(less(a, b)); }
