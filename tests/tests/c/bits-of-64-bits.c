// expect: safe
#include <assert.h>
long long a = 3LL << 40, b = 5LL << 40;
int main() { assert((a & b) == 1LL << 40 && (a | b) == 7LL << 40 && (a ^ b) == 6LL << 40); }
