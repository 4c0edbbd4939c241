// proved
#define EACH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)
#include "locks.h"
