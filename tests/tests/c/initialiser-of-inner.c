// expect: safe
#include <assert.h>
struct pair { int a[2], b; };
int main() { struct pair p = {.a[0] = 1, 2}; assert(p.a[1] == 2 && p.b == 0); }
