// expect: unsafe
// Destructors are called by `exit` as well, after what `atexit` has got.
#include <assert.h>
#include <stdlib.h>
int x;
void first(void) { x = 2; }
__attribute__((destructor)) void last(void) { assert(x != 2); }
int main() { atexit(first); x = 1; exit(0); }
