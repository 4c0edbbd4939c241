/* What included-thread.c includes: threads that another file starts. */
#include <assert.h>

static int *shared;

static inline void use(int *number) {
  assert(*number == 1);
}

static void *reader(void *unused) {
  use(shared);
  return 0;
}

static void *releaser(void *unused) {
  free(shared);
  return 0;
}
