// expect: safe
// known gap: unknown
#include <assert.h>
#include <setjmp.h>
jmp_buf buffer;
int n;
void leave(void) { n = 1; longjmp(buffer, 2); }
int main() { if (setjmp(buffer) == 0) { leave(); assert(0); } assert(n == 1); }
