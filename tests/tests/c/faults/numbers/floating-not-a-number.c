// expect: unsafe
// known gap: unknown
#include <assert.h>
double nondet_double(void);
int main() { double d = nondet_double(); assert(d == d); }
