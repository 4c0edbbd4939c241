// Locks that have nothing to do with one another, as in the category `locks` of SV-COMP: in each turn, those are taken whose
// switch is on, and given back. A file defines EACH(DO), which does something for each lock, and may define GIVE.
#include <assert.h>

extern int input(void);

#define DECLARE(n) int switch##n = input(), lock##n = 0;
#define RESET(n) lock##n = 0;
#define TAKE(n) \
  if (switch##n) lock##n = 1;
#ifndef GIVE
#define GIVE(n) \
  if (switch##n) { \
    assert(lock##n == 1); \
    lock##n = 0; \
  }
#endif

int main(void) {
  EACH(DECLARE)
  while (input()) {
    EACH(RESET)
    EACH(TAKE)
    EACH(GIVE)
  }
}
