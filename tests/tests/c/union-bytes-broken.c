// expect: unsafe
#include <assert.h>
union { unsigned u; unsigned char b[4]; } v;
int main(void) { v.u = 0x01020304; v.b[1] = 0xff; assert(v.u == 0x01020304); return 0; }
