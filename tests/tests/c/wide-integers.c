// expect: unsafe
#include <assert.h>
long long nondet_longlong(void);
int main() { long long a = nondet_longlong(); assert(a + 1 > a); }
