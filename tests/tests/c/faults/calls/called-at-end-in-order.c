// expect: safe
// The last one that was given is called first, then destructors.
#include <assert.h>
#include <stdlib.h>
int calls;
void first(void) { assert(++calls == 2); }
void second(void) { assert(++calls == 1); }
__attribute__((destructor)) void last(void) { assert(++calls == 3); }
int main() { atexit(first); atexit(second); return 0; }
