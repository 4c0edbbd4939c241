// expect: unsafe
// known gap: unknown
// What has no body here may call what it gets.
#include <assert.h>
int called;
void f(void) { called = 1; }
void visit(void (*g)(void));
int main() { visit(f); assert(called == 0); }
