// expect: unsafe --link other.c
// says: line 17: assert(last == 2)
#include <assert.h>
int of_other(void);
static int last;

static int set(int value) {
  last = value;
  return value;
}

static int both(void) { return set(1) + set(2); }

int main(void) {
  assert(both() == 3);
  of_other();
  assert(last == 2);
}
