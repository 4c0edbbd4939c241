// expect: safe
#include <assert.h>
enum { LARGE = 0x80000000 };
int main() { assert(LARGE > 0); }
