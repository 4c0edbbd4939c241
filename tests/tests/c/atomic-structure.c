// expect: safe
#include <assert.h>
struct s { int a; };
_Atomic struct s x;
int main() { struct s y = {3}; x = y; struct s z = x; assert(z.a == 3); }
