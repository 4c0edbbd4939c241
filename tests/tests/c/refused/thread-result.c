// refused: 11: Not supported: the result of one of any number of threads.
#include <pthread.h>

void *worker(void *argument) { return argument; }

int main() {
  pthread_t thread;
  void *result;
  while (1) {
    pthread_create(&thread, 0, worker, (void *)1);
    pthread_join(thread, &result);
  }
}
