// expect: safe
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
int main(void) { int b = nondet_int(), h; int *q = b ? malloc(4) : &h; *q = 1; assert(*q == 1); if (q != &h) free(q); return 0; }
