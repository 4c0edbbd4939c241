// expect: safe
#include <stdatomic.h>
atomic_int x = 1;
int main() { int e = 1; assert(atomic_compare_exchange_strong(&x, &e, 2)); assert(x == 2); e = 5; assert(!atomic_compare_exchange_strong(&x, &e, 3)); assert(e == 2); assert(atomic_fetch_add(&x, 1) == 2 && x == 3); }
