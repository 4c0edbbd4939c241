// expect: safe
#include <assert.h>
int main(void) { int x = -2; unsigned char *p = (unsigned char *)&x; assert(p[0] == 0xfe && p[3] == 0xff); p[3] = 0x7f; assert(x == 0x7ffffffe); long l = -1; ((char *)&l)[7] = 0; assert(l == 0xffffffffffffff); return 0; }
