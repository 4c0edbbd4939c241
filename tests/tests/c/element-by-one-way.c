// expect: unsafe
#include <assert.h>
int nondet_int(void); 
void set(int *p, int v) { *p = v; }
int main(void) { int a[2]; int *p = &a[nondet_int() ? 1 : 0]; a[0] = 1; a[1] = 1; if (nondet_int()) set(p, 2); assert(a[1] == 1); return 0; }
