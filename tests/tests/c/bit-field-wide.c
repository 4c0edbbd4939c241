// expect: safe
#include <assert.h>
struct s { long long a : 40; } x;
int main() { x.a = 1LL << 39; assert(x.a == -(1LL << 39)); }
