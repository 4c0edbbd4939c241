// expect: unsafe
// known gap: unknown
#include <assert.h>
struct visitor { void (*visit)(void); int count; } visitor;
int called;
void f(void) { called = 1; }
void walk(struct visitor *);
int main() { visitor.visit = f; walk(&visitor); assert(called == 0); }
