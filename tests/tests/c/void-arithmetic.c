// expect: safe
#include <assert.h>
int a[3];
int main() { void *p = a; p += sizeof(int); assert(p == &a[1]); }
