// expect: safe
#include <assert.h>
union u { int a; char b; };
int main() { union u x; x.a = 257; x.b = 2; assert(x.a == 258); }
