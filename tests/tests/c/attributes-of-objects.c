// expect: safe
// Attributes are what they were set to, and the ceiling of a mutex is that of its attributes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main() {
  pthread_mutexattr_t of_mutex;
  pthread_rwlockattr_t of_lock;
  pthread_condattr_t of_condition;
  pthread_barrierattr_t of_barrier;
  pthread_mutex_t mutex, plain;
  int number;

  pthread_mutexattr_init(&of_mutex);
  assert(pthread_mutexattr_getpshared(&of_mutex, &number) == 0 && number == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_getpshared(&of_mutex, &number) == 0 && number == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_setprotocol(&of_mutex, PTHREAD_PRIO_PROTECT) == 0);
  assert(pthread_mutexattr_getprotocol(&of_mutex, &number) == 0 && number == PTHREAD_PRIO_PROTECT);
  assert(pthread_mutexattr_setprioceiling(&of_mutex, 7) == 0);
  assert(pthread_mutexattr_setprioceiling(&of_mutex, 1000) == EINVAL);
  assert(pthread_mutexattr_getprioceiling(&of_mutex, &number) == 0 && number == 7);
  assert(pthread_mutexattr_getrobust(&of_mutex, &number) == 0 && number == PTHREAD_MUTEX_STALLED);

  pthread_mutex_init(&mutex, &of_mutex);
  assert(pthread_mutex_getprioceiling(&mutex, &number) == 0 && number == 7);
  assert(pthread_mutex_setprioceiling(&mutex, 9, &number) == 0 && number == 7);
  assert(pthread_mutex_getprioceiling(&mutex, &number) == 0 && number == 9);
  pthread_mutex_init(&plain, 0);
  assert(pthread_mutex_getprioceiling(&plain, &number) == EINVAL);

  pthread_rwlockattr_init(&of_lock);
  pthread_rwlockattr_setpshared(&of_lock, PTHREAD_PROCESS_SHARED);
  assert(pthread_rwlockattr_getpshared(&of_lock, &number) == 0 && number == PTHREAD_PROCESS_SHARED);
  pthread_condattr_init(&of_condition);
  assert(pthread_condattr_getpshared(&of_condition, &number) == 0 && number == PTHREAD_PROCESS_PRIVATE);
  pthread_barrierattr_init(&of_barrier);
  pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED);
  assert(pthread_barrierattr_getpshared(&of_barrier, &number) == 0 && number == PTHREAD_PROCESS_SHARED);
}
