// expect: unsafe
#include <assert.h>

char text[2] = "abc";

int main() { assert(text[0] == 0); }
