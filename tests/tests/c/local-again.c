// expect: unsafe
#include <assert.h>
int main(void) { int k; int *p = &k; for (int i = 0; i < 2; i++) { int x; int *q = &x; if (i == 0) *q = 5; else assert(*q == 5); } (void)p; return 0; }
