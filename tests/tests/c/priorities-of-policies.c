// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main() {
  cpu_set_t processors;
  struct sched_param parameters = {.sched_priority = 0};
  assert(sched_get_priority_min(SCHED_RR) == 1 && sched_get_priority_max(SCHED_RR) == 99);
  assert(sched_get_priority_min(SCHED_IDLE) == 0 && sched_get_priority_max(SCHED_BATCH) == 0);
  assert(sched_get_priority_max(4711) == -1 && errno == EINVAL);
  assert(pthread_setschedparam(pthread_self(), 4711, &parameters) == EINVAL);
  CPU_ZERO(&processors);
  CPU_SET(2, &processors);
  CPU_SET(65, &processors);
  assert(CPU_COUNT(&processors) == 2);
}
