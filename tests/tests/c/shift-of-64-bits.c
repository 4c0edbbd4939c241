// expect: safe
#include <assert.h>
long long a = 1;
int main() { assert((a << 32) == 4294967296LL); }
