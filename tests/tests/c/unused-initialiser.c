// expect: safe
// What is never used is not refused.
#include <assert.h>

char text[4] = "abc";

int main() { assert(1); }
