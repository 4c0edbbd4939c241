// expect: safe
#include <assert.h>
#include <pthread.h>
int depth;
int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutex_t gate;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&gate, &kind);
  for (; depth < 2; depth++) pthread_mutex_lock(&gate);
  assert(depth == 2);
}
