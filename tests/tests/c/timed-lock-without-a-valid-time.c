// expect: unsafe
// "The validity of the abstime parameter need not be checked if the mutex can be locked immediately."
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct timespec until = {0, -1};
  assert(pthread_mutex_timedlock(&lock, &until) == EINVAL);
}
