// expect: safe
// known gap: unknown
#include <assert.h>
int main() { float f = 0.1f; assert(f != 0.1); }
