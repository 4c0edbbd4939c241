// expect: safe
#include <stdatomic.h>
atomic_int number = ATOMIC_VAR_INIT(5);
int main() { assert(number == 5); }
