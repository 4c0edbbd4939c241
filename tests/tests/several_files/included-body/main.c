// expect: unsafe
// says: violated  body.c, line 11: assert(x == 1) fails
// says: proved    body.c, line 12: assert(x >= 0)
// says: body.c, line 5:  x++   x 0 -> 1
#define THREADS 1
#include "body.c"
