// expect: safe
// Its size is not known here, but an array has an element.
#include <assert.h>
extern int table[];
int main() { int first = table[0]; assert(table[0] == first); }
