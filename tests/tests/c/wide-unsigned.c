// expect: safe
#include <assert.h>
unsigned long long a;
int main() { assert(a - 1 > a && a - 1 == 0xffffffffffffffffu); }
