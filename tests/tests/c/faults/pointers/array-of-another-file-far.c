// expect: unknown
// Whether it has that many elements is known there only.
#include <assert.h>
extern int table[];
int main() { int far = table[1000]; assert(far == table[1000]); }
