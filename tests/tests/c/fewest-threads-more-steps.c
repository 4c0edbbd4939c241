// expect: unsafe
// needs 2 threads
// The shortest run has three: where another thread holds the lock, a failing attempt leads to the assertion at once.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *worker(void *none) {
  if (pthread_mutex_trylock(&lock) == 0) {
    count++;
    pthread_mutex_unlock(&lock);
  }
  assert(count == 3);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
}
