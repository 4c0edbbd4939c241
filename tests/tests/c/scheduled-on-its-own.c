// expect: unknown
// A thread that was created with a policy of its own has it.
#include <assert.h>
#include <pthread.h>

void *run(void *none) {
  int policy;
  struct sched_param parameters;
  pthread_getschedparam(pthread_self(), &policy, &parameters);
  assert(policy == SCHED_FIFO);
  return 0;
}

int main() {
  pthread_attr_t own;
  struct sched_param parameters = {.sched_priority = 1};
  pthread_t thread;
  pthread_attr_init(&own);
  pthread_attr_setinheritsched(&own, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&own, SCHED_FIFO);
  pthread_attr_setschedparam(&own, &parameters);
  if (pthread_create(&thread, &own, run, 0) == 0)
    pthread_join(thread, 0);
}
