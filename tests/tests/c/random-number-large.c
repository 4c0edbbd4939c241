// expect: unsafe
#include <assert.h>
#include <stdlib.h>
int main() { assert(rand() < 6); }
