// expect: safe
#include <assert.h>
#include <string.h>
int a[2] = {7, 7};
int main() { memset(a, 0, sizeof(int)); assert(a[0] == 0 && a[1] == 7); memset(a, 1, 2); assert(a[0] == 257); }
