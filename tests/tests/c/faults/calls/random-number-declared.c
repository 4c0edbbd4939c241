// expect: safe
// A function of the library is that of the library, however a program declares it (C11 7.1.3, 7.1.4p2).
#include <assert.h>
extern int rand();
int main() { assert(rand() >= 0); }
