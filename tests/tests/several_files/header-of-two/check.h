#include <assert.h>
// Each file that includes it has a function of its own, with one text.
static inline void check(int limit) {
  assert(limit < 3);
}
