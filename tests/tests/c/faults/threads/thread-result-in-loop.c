// expect: safe
#include <assert.h>
#include <pthread.h>
void *worker(void *argument) { return argument; }
int main() {
  pthread_t thread;
  void *result;
  while (1) {
    if (pthread_create(&thread, 0, worker, (void *)1)) return 0;
    pthread_join(thread, &result);
    assert(result == (void *)1);
  }
}
