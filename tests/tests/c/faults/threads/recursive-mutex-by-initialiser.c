// expect: unsafe
// What a preprocessor makes of `PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP`.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t gate = { { 0, 0, 0, 0, PTHREAD_MUTEX_RECURSIVE_NP, { 0 } } };
int main(void) {
  for (int i = 0; i < 2; i++) pthread_mutex_lock(&gate);
  assert(0);
}
