// expect: safe
#include <assert.h>
int nondet_int(void);
union { unsigned u; unsigned char b[4]; struct { unsigned short lo, hi; }; } v;
int main(void) { v.u = 0x01020304; assert(v.b[0] == 4 && v.b[3] == 1 && v.lo == 0x0304 && v.hi == 0x0102); v.b[1] = 0xff; assert(v.u == 0x0102ff04);
 int i = nondet_int(); if (i >= 0 && i < 4) { v.b[i] = 7; assert(v.u == 0x0102ff07 || v.u == 0x01020704 || v.u == 0x0107ff04 || v.u == 0x0702ff04); } return 0; }
