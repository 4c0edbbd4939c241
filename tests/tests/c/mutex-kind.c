// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main() {
  pthread_mutexattr_t kind;
  pthread_mutex_t gate;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&gate, &kind);
  pthread_mutex_lock(&gate);
  assert(pthread_mutex_lock(&gate) == EDEADLK);
}
