// expect: safe
#include <assert.h>
#if __STDC_VERSION__ < 201112L || !defined __STDC__
#error "an old compiler"
#endif
int main() { assert(1); }
