// expect: safe
// known gap: unknown
#include <assert.h>
struct pair { int a, b; } x = {1, 2}, y;
int main() { __atomic_load(&x, &y, __ATOMIC_SEQ_CST); assert(y.b == 2); }
