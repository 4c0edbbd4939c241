// expect: safe
// Attributes are what they were set to.
#include <assert.h>
#include <pthread.h>

int main() {
  pthread_attr_t of_thread;
  struct sched_param priority = {.sched_priority = 5};
  int number;
  size_t size;
  pthread_attr_init(&of_thread);
  assert(pthread_attr_setguardsize(&of_thread, 8192) == 0);
  assert(pthread_attr_getguardsize(&of_thread, &size) == 0 && size == 8192);
  assert(pthread_attr_setschedpolicy(&of_thread, SCHED_FIFO) == 0);
  assert(pthread_attr_getschedpolicy(&of_thread, &number) == 0 && number == SCHED_FIFO);
  assert(pthread_attr_setschedparam(&of_thread, &priority) == 0);
  priority.sched_priority = 0;
  assert(pthread_attr_getschedparam(&of_thread, &priority) == 0 && priority.sched_priority == 5);
  assert(pthread_attr_setinheritsched(&of_thread, PTHREAD_EXPLICIT_SCHED) == 0);
  assert(pthread_attr_getinheritsched(&of_thread, &number) == 0 && number == PTHREAD_EXPLICIT_SCHED);
  assert(pthread_attr_getscope(&of_thread, &number) == 0 && number == PTHREAD_SCOPE_SYSTEM);
}
