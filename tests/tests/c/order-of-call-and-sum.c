// expect: safe
#include <assert.h>
void set(int *p) { *p = 2; }
int g(int *p) { set(p); return 1; }
int main() { int i = 1; i += g(&i); assert(i == 2 || i == 3); }
