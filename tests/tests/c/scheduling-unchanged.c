// expect: safe
// The policy of a thread is that for everybody: a program may not change it.
#include <assert.h>
#include <pthread.h>

int main() {
  struct sched_param priority = {.sched_priority = 5};
  int policy;
  assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) != 0);
  assert(pthread_getschedparam(pthread_self(), &policy, &priority) == 0);
  assert(policy == SCHED_OTHER && priority.sched_priority == 0);
}
