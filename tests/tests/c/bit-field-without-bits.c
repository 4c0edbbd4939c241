// expect: safe
#include <assert.h>
struct s { int a : 3; int : 0; int b : 3; } x;
int main() { x.a = 1; x.b = -2; assert(x.a == 1 && x.b == -2 && sizeof(struct s) == 8); }
