// expect: safe
// The second initialiser is that of the whole part.
#include <assert.h>
struct outer { struct { int x, y; } inner; };
int main() { struct outer o = {.inner.x = 1, .inner = {.y = 2}}; assert(o.inner.x == 0 && o.inner.y == 2); }
