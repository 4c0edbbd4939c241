// expect: unsafe
#include <assert.h>
int x;
__attribute__((destructor)) void end(void) { assert(x == 0); }
int main() { x = 1; assert(x == 1); }
