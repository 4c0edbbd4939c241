// violated: the locks are given back whether they were taken or not
#define EACH(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6)
#define GIVE(n) assert(lock##n == 1);
#include "locks.h"
