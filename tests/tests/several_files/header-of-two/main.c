// expect: unsafe --link other.c
// says: violated  check.h, line 4: assert(limit < 3) fails
#include "check.h"
void other(void);
int main(void) {
  check(2);
  other();
}
