// expect: safe
#include <assert.h>
int x;
__attribute__((constructor)) void start(void) { x = 1; }
int main() { assert(x == 1); }
