// expect: safe
// Each activation has a local of its own, to which the next one has a pointer.
#include <assert.h>
void add(int *sum, int n) { int local = n; if (n > 0) { add(&local, n - 1); } *sum += local; }
int main() { int sum = 0; add(&sum, 3); assert(sum == 6); }
