// expect: unsafe
// Only the sign is defined.
#include <assert.h>
#include <string.h>

int main(void) { assert(strcmp("a", "c") == -1); }
