// expect: safe
#include <assert.h>
#include <limits.h>
#if INT_MAX > 32767
int x = 1;
#else
int x = 2;
#endif
#ifdef SMALL
#elifndef LARGE
int y = 3;
#endif
int main() { assert(x == 1 && y == 3); }
