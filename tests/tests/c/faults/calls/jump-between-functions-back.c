// expect: unsafe
// known gap: unknown
#include <assert.h>
#include <setjmp.h>
jmp_buf buffer;
int main() { if (setjmp(buffer) == 0) longjmp(buffer, 2); assert(0); }
