// expect: unsafe
#include <assert.h>
#include <stdlib.h>
int x;
int last(void) { assert(x); return 0; }
int main() { exit(last()); }
