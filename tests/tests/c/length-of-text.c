// expect: safe
#include <assert.h>
#include <string.h>
int main() { char text[5] = "ab"; assert(strlen(text) == 2); text[0] = 0; assert(strlen(text) == 0); }
