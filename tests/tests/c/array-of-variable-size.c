// expect: safe
#include <assert.h>
int main() { int n = 3; int a[n]; a[2] = 1; assert(a[2] == 1 && sizeof a == 12); }
