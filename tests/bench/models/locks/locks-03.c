// proved
#define EACH(DO) DO(1) DO(2) DO(3)
#include "locks.h"
