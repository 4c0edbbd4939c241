// expect: safe
#include <assert.h>
#include <stdint.h>
int x;
int main() { uintptr_t n = (uintptr_t)&x; assert(n != 0 && n % 4 == 0 && (int *)n == &x); }
