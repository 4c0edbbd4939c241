// expect: safe
#include <assert.h>
int x = 256;
int main() { *(char *)&x = 1; assert(x == 257); }
