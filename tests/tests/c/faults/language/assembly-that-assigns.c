// expect: safe
// known gap: unknown
#include <assert.h>
int x = 1;
int main() { asm volatile("movl $2, %0" : "=m"(x)); assert(x == 2); }
