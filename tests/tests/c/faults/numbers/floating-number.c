// expect: safe
// known gap: unknown
#include <assert.h>
int main() { assert(1.5 > 1 && (int)2.9 == 2 && (int)-2.9 == -2); }
