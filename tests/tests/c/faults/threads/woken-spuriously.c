// expect: unsafe --spurious-wakeups
#include "../../woken-once.c"
