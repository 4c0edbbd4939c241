// expect: safe
#include <assert.h>
#include <string.h>
int a[3], b[2] = {1, 2};
int main() { memcpy(a, b, sizeof b); assert(a[1] == 2 && a[2] == 0); }
