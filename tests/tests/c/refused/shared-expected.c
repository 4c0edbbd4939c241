// refused: 5: Not supported: an expected value that others can access.
#include <stdatomic.h>
_Atomic int x;
int expected;
int main() { atomic_compare_exchange_strong(&x, &expected, 1); }
