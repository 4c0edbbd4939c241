// expect: safe
#include <assert.h>
#include <errno.h>
#include <time.h>

int main() {
  struct timespec now;
  assert(clock_gettime(4711, &now) == -1 && errno == EINVAL);
  assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
}
