// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main() {
  struct timespec now;
  assert(clock_gettime(4711, &now) == -1 && errno == EINVAL);
  assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);

  clockid_t own;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  assert(clock_getcpuclockid(0, &own) == 0 && clock_gettime(own, &now) == 0);
  assert(pthread_condattr_setclock(&attributes, own) == EINVAL);
}
