// expect: safe
#include <assert.h>
long long nondet_longlong(void);
int main() { long long x = nondet_longlong(); assert((x & 0x7fffffffffffffffLL) >= 0); }
