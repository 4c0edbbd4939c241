// expect: safe
// known gap: unknown
#include <assert.h>
#include <stdio.h>
char text[8];
int main() { snprintf(text, 8, "%d", 1); assert(text[0] == '1' && text[1] == 0); }
