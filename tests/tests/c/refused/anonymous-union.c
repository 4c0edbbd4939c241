// refused: 4: Not supported: `b` of a `union` of which `a` is used before.
#include <assert.h>
struct value { union { int a; int b; }; int kind; } value;
int main() { value.a = 1; assert(value.b == 1); }
