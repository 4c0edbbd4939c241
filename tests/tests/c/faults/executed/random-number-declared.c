// expect: unsafe
// known gap: unknown
// A function that is declared with `()` is not known to be that of the header: it may give any number.
#include <assert.h>
extern int rand();
int main() { assert(rand() >= 0); }
