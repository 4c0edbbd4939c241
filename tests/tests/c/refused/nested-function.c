// refused: 3: `g` is a function in a function: move it out of this one.
#include <assert.h>
int f(int x) { int g(void) { return x; } return g(); }
int main() { assert(f(3) == 3); }
