// expect: unsafe --spurious-wakeups
// known gap: unknown
#include "../../woken-once.c"
